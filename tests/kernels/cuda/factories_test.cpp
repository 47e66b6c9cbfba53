// What the CUDA factories refuse, and what they say on a machine without a driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/ceiling/cuda_ceiling.hpp"
#include "kernels/collective/cuda_collective.hpp"
#include "kernels/cuda/driver.hpp"
#include "kernels/cuda/nccl.hpp"
#include "kernels/elementwise/cuda_chain.hpp"
#include "kernels/gemm/cuda_gemm.hpp"
#include "kernels/memory/cuda_memory.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;

GemmSpec small_product() {
  GemmSpec spec;
  spec.m = spec.n = spec.k = 64;
  return spec;
}

ChainSpec small_chain() {
  ChainSpec spec;
  spec.name = "scale1";
  spec.ops = {PointwiseOp::scale};
  spec.elements = 64;
  return spec;
}

TEST(CudaFactories, InvalidSpecsAreInputErrors) {
  const auto gemm = make_cuda_gemm({}, {});
  ASSERT_FALSE(gemm);
  EXPECT_EQ(gemm.error().kind, ErrorKind::input);
  const auto chain = make_cuda_chain({}, {});
  ASSERT_FALSE(chain);
  EXPECT_EQ(chain.error().kind, ErrorKind::input);
  const auto memory = make_cuda_memory({}, {});
  ASSERT_FALSE(memory);
  EXPECT_EQ(memory.error().kind, ErrorKind::input);
}

TEST(CudaFactories, AProductOfAnotherTypeIsUnavailable) {
  GemmSpec spec = small_product();
  spec.dtype = DType::fp32;
  const auto gemm = make_cuda_gemm(spec, {});
  ASSERT_FALSE(gemm);
  EXPECT_EQ(gemm.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(gemm.error().what, "the CUDA product is built for bf16, not fp32");
}

TEST(CudaFactories, AnAllreduceIsMadeForItsWorld) {
  SoloWorld world;
  NcclCache cache;
  CudaContext context;
  context.nccl = &cache;
  CollectiveSpec spec;
  spec.bytes = 64;
  spec.ranks = 4;
  const auto allreduce = make_cuda_collective(spec, context, world);
  ASSERT_FALSE(allreduce);
  EXPECT_EQ(allreduce.error().kind, ErrorKind::input);
  EXPECT_EQ(allreduce.error().what, "made for 4 ranks, but the world has 1");
}

template <class T>
void expect_no_driver(const Result<T>& made) {
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::unavailable) << made.error().what;
  EXPECT_THAT(made.error().what, HasSubstr("CUDA driver not found (libcuda.so.1)"));
}

TEST(CudaFactories, WithoutADriverEachNamesIt) {
  if (probe_driver().load_error.empty()) GTEST_SKIP() << "this machine has a CUDA driver";
  expect_no_driver(make_cuda_gemm(small_product(), {}));
  expect_no_driver(make_cuda_chain(small_chain(), {}));
  expect_no_driver(make_cuda_memory({MemoryOp::copy, 1024}, {}));
  expect_no_driver(make_cuda_memory({MemoryOp::host_to_device, 1024}, {}));
  expect_no_driver(make_cuda_ceiling({CeilingOp::fma_fp32}, {0, nullptr, 1, 90, {}, CacheState::cold, 1, nullptr}));
}

}  // namespace
}  // namespace roofgate
