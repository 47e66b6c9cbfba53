// Runs on every rank under mpirun (CMakeLists.txt).
#include "kernels/step/host_step.hpp"

#include <gmock/gmock.h>
#include <mpi.h>

#include "tests/kernels/collective/ranks.hpp"

namespace {

bool loses_a_gradient = false;

void lose(void* data) {
  if (loses_a_gradient) static_cast<unsigned short*>(data)[0] = 0x4700;  // 32768, in bf16
}

}  // namespace

// The profiling interface (MPI 3.1, chapter 14): these come before the library's own, which stay PMPI_….
extern "C" int MPI_Allreduce(const void* input, void* output, int count, MPI_Datatype type, MPI_Op operation,
                             MPI_Comm communicator) {
  const int code = PMPI_Allreduce(input, output, count, type, operation, communicator);
  if (type == MPI_UINT16_T) lose(output);
  return code;
}

namespace {

unsigned short* pending = nullptr;

}  // namespace

extern "C" int MPI_Iallreduce(const void* input, void* output, int count, MPI_Datatype type, MPI_Op operation,
                              MPI_Comm communicator, MPI_Request* request) {
  pending = static_cast<unsigned short*>(output);
  return PMPI_Iallreduce(input, output, count, type, operation, communicator, request);
}

extern "C" int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  const int code = PMPI_Waitall(count, requests, statuses);
  if (pending != nullptr) lose(pending);
  return code;
}

namespace roofgate {
namespace {

StepSpec small(StepVariant variant) {
  StepSpec spec;
  spec.variant = variant;
  spec.layers = 3;
  spec.width = 64;
  spec.tokens = 32;
  spec.bucket_bytes = 2 * 64 * 64 + 1;  // two layers, then one
  spec.ranks = the_world->size();
  return spec;
}

HostContext context() {
  HostContext made;
  made.last_level_cache = Bytes{1 << 20};
  return made;
}

class HostStep : public ::testing::TestWithParam<StepVariant> {
 protected:
  static std::unique_ptr<Workload> make(const StepSpec& spec) {
    auto made = make_host_step(spec, context(), *the_world);
    if (!made && made.error().kind == ErrorKind::unavailable) return nullptr;
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? std::move(*made) : nullptr;
  }
};

TEST_P(HostStep, HasTheSumOfAllRanksGradientsBeforeAndAfterTiming) {
  StepSpec spec = small(GetParam());
  for (const int batches : {1, 3}) {
    for (const bool recompute : {false, true}) {
      spec.micro_batches = batches;
      spec.recompute = recompute;
      const auto step = make(spec);
      if (step == nullptr) GTEST_SKIP() << "oneDNN has no bf16 product on this CPU";
      for (int repeat = 0; repeat < 2; ++repeat) {
        const auto check = step->check();
        ASSERT_TRUE(check) << to_string(check.error());
        EXPECT_TRUE(check->passed) << check->detail << " (" << batches << " micro batches)";
        for (int launch = 0; launch < 3; ++launch) ASSERT_TRUE(step->launch(0));
      }
    }
  }
}

TEST_P(HostStep, AWrongReductionIsFound) {
  if (the_world->size() == 1 || GetParam() == StepVariant::compute) GTEST_SKIP() << "nothing is reduced";
  const auto step = make(small(GetParam()));
  if (step == nullptr) GTEST_SKIP() << "oneDNN has no bf16 product on this CPU";
  loses_a_gradient = true;
  const auto check = step->check();
  loses_a_gradient = false;
  ASSERT_TRUE(check);
  EXPECT_FALSE(check->passed);
  EXPECT_THAT(check->detail, ::testing::HasSubstr("gradients are wrong"));
}

INSTANTIATE_TEST_SUITE_P(Variants, HostStep,
                         ::testing::Values(StepVariant::compute, StepVariant::serial, StepVariant::overlap));

TEST(HostStepWorld, MustHaveTheSpecsRanksAndTokens) {
  StepSpec spec = small(StepVariant::overlap);
  spec.ranks = the_world->size() + 1;
  EXPECT_EQ(make_host_step(spec, context(), *the_world).error().kind, ErrorKind::input);
  spec = small(StepVariant::overlap);
  spec.scaling = StepScaling::strong;
  spec.tokens = the_world->size() * 8 + 1;
  if (the_world->size() == 1) return;
  EXPECT_EQ(make_host_step(spec, context(), *the_world).error().kind, ErrorKind::unavailable);
}

}  // namespace
}  // namespace roofgate
