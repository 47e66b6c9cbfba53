// The CUDA backend's timing on a device whose costs are known: each way of measuring gives what it claims.
#include <gtest/gtest.h>

#include <memory>

#include "kernels/base/world.hpp"
#include "kernels/ceiling/cuda_ceiling.hpp"
#include "kernels/cuda/cuda_platform.hpp"
#include "kernels/elementwise/cuda_chain.hpp"
#include "kernels/gemm/cuda_gemm.hpp"
#include "kernels/memory/cuda_memory.hpp"
#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/scenario.hpp"

namespace roofgate {
namespace {

using standin::Scenario;

/// Without noise, and with a timer fine enough to see each figure.
Scenario exact_scenario() {
  Scenario scenario;
  scenario.noise = 0.0;
  scenario.event_step_s = 1e-9;
  return scenario;
}

class EmulatedTiming : public testing::Test {
 protected:
  void use(const Scenario& scenario) {
    platform_.reset();
    standin::set_scenario(scenario);
    standin::reset_calls();
    auto made = make_cuda_platform(0);
    ASSERT_TRUE(made) << to_string(made.error());
    platform_ = std::move(*made);
  }
  void SetUp() override { use(exact_scenario()); }

  /// Seconds per launch.
  double time(Workload& workload, std::size_t iterations, bool exposed = false) {
    const auto total = platform_->time(workload, Batch{0, iterations}, exposed);
    EXPECT_TRUE(total) << to_string(total.error());
    return total ? total->value() / static_cast<double>(iterations) : 0.0;
  }

  /// As a measurement does before it times.
  std::unique_ptr<Workload> ready(Result<std::unique_ptr<Workload>> made) {
    EXPECT_TRUE(made) << to_string(made.error());
    EXPECT_TRUE(platform_->prepare(**made));
    return std::move(*made);
  }

  std::unique_ptr<Workload> copy(std::int64_t bytes, CacheState cache) {
    MemorySpec spec;
    spec.op = MemoryOp::copy;
    spec.bytes = bytes;
    return ready(make_cuda_memory(spec, platform_->context(cache)));
  }

  std::unique_ptr<Workload> chain(ChainVariant variant) {
    ChainSpec spec;
    spec.name = "bias_gelu_scale_residual";
    spec.ops = {PointwiseOp::bias, PointwiseOp::gelu, PointwiseOp::scale, PointwiseOp::residual};
    spec.variant = variant;
    spec.elements = 4096;
    return ready(make_cuda_chain(spec, platform_->context(CacheState::warm)));
  }

  std::unique_ptr<Workload> empty() {
    CeilingSpec spec;
    spec.op = CeilingOp::launch;
    return ready(make_cuda_ceiling(spec, platform_->context(CacheState::warm)));
  }

  std::unique_ptr<CudaPlatform> platform_;
};

constexpr std::int64_t kLarge = std::int64_t{1} << 20;    // four times the L2
constexpr std::int64_t kSmall = std::int64_t{64} << 10U;  // twice it fits

// 2 x 1 MiB at 10 GB/s.
TEST_F(EmulatedTiming, AColdCopyRunsAtTheRateOfMemory) {
  auto workload = copy(kLarge, CacheState::cold);
  EXPECT_NEAR(time(*workload, 8), 2.0 * kLarge / 1e10, 1e-8);
}

TEST_F(EmulatedTiming, ASmallColdCopyIsNotServedByTheCache) {
  auto workload = copy(kSmall, CacheState::cold);
  EXPECT_GT(workload->set_count(), 4U);
  static_cast<void>(time(*workload, workload->set_count()));
  EXPECT_NEAR(time(*workload, 64), 2.0 * kSmall / 1e10, 1e-8);
}

// The same bytes at 40 GB/s.
TEST_F(EmulatedTiming, AWarmCopyRunsAtTheRateOfTheCache) {
  auto workload = copy(kSmall, CacheState::warm);
  EXPECT_NEAR(time(*workload, 64), 2.0 * kSmall / 4e10, 1e-8);
}

TEST_F(EmulatedTiming, AHiddenLaunchLeavesTheKernelAlone) {
  auto workload = empty();
  EXPECT_NEAR(time(*workload, 1), 1e-6, 1e-9);
  EXPECT_NEAR(time(*workload, 200), 1e-6, 1e-9);
}

// One launch: 3 us until it starts, 1 us. Many: the host's 2 us for each.
TEST_F(EmulatedTiming, AnExposedLaunchHoldsItsLatency) {
  auto workload = empty();
  const double one = time(*workload, 1, true);
  EXPECT_NEAR(one, 2e-6 + 3e-6 + 1e-6, 1e-8);
  EXPECT_NEAR(time(*workload, 500, true), 2e-6, 5e-8);
}

// More launches than fit behind one hold are timed in pieces: the same time for each.
TEST_F(EmulatedTiming, BatchesOfAnySizeAgree) {
  auto workload = copy(kSmall, CacheState::warm);
  const double one = time(*workload, 1);
  for (const std::size_t iterations : {2U, 255U, 256U, 257U, 700U}) {
    EXPECT_NEAR(time(*workload, iterations), one, 1e-9) << iterations;
  }
}

// Four launches of the host against one: each kernel is shorter than a launch.
TEST_F(EmulatedTiming, AGraphSavesLaunches) {
  auto unfused = chain(ChainVariant::unfused);
  auto graph = chain(ChainVariant::graph);
  EXPECT_NEAR(time(*unfused, 100, true), 4 * 2e-6, 2e-7);
  EXPECT_LT(time(*graph, 100, true), 5e-6);
  EXPECT_NEAR(time(*unfused, 32), time(*graph, 32), 1e-8);
}

TEST_F(EmulatedTiming, AProductFollowsTheHeldClock) {
  Scenario half = exact_scenario();
  half.devices[0].tensor_flops_per_s = 2e11;  // far above a launch and the memory's time
  GemmSpec spec;
  spec.m = spec.n = spec.k = 128;
  const auto time_at = [&](double mhz) {
    half.devices[0].steps[0].sm_mhz = mhz;
    use(half);
    auto made = make_cuda_gemm(spec, platform_->context(CacheState::warm));
    EXPECT_TRUE(made) << to_string(made.error());
    return time(**made, 16);
  };
  const double flops = 2.0 * 128 * 128 * 128;
  EXPECT_NEAR(time_at(1000), flops / (2e11 * 0.8), 1e-8);
  EXPECT_NEAR(time_at(500), 2.0 * flops / (2e11 * 0.8), 1e-8);
}

TEST_F(EmulatedTiming, ACopyDoesNotFollowTheSmClock) {
  Scenario slow = exact_scenario();
  slow.devices[0].steps[0].sm_mhz = 500;
  use(slow);
  auto workload = copy(kLarge, CacheState::cold);
  EXPECT_NEAR(time(*workload, 8), 2.0 * kLarge / 1e10, 1e-8);
}

TEST_F(EmulatedTiming, TheResolutionIsMeasured) {
  Scenario coarse = exact_scenario();
  coarse.event_step_s = 4e-6;
  use(coarse);
  EXPECT_NEAR(platform_->timer_resolution().value(), 4e-6, 1e-8);
}

TEST_F(EmulatedTiming, ATimerThatGoesBackwardsIsAnError) {
  Scenario scenario = exact_scenario();
  use(scenario);
  auto workload = empty();
  static_cast<void>(time(*workload, 1));
  standin::Fault fault;
  fault.call = "timer";
  fault.value = -0.25;
  scenario.faults = {fault};
  standin::set_scenario(scenario);
  const auto total = platform_->time(*workload, Batch{0, 1}, false);
  ASSERT_FALSE(total);
  EXPECT_NE(total.error().what.find("the event timer went backwards by 0.00025"), std::string::npos);
}

/// Another one's launches, counted, at a cost of our own.
class Costly final : public Workload {
 public:
  Costly(Workload& inner, std::size_t cost) : inner_{inner}, cost_{cost} {}
  [[nodiscard]] Work work() const override { return inner_.work(); }
  [[nodiscard]] Result<Check> check() override { return inner_.check(); }
  [[nodiscard]] std::size_t set_count() const override { return inner_.set_count(); }
  [[nodiscard]] std::size_t queue_cost() const override { return cost_; }
  [[nodiscard]] Result<void> launch(std::size_t set) override {
    ++launches;
    return inner_.launch(set);
  }
  [[nodiscard]] Result<void> rendezvous() override {
    ++meetings;
    return {};
  }

  int launches = 0;
  int meetings = 0;

 private:
  Workload& inner_;
  std::size_t cost_;
};

// A peer would wait for what this rank left out.
TEST_F(EmulatedTiming, AFailedPieceLeavesNoLaunchOut) {
  Scenario scenario = exact_scenario();
  use(scenario);
  auto workload = empty();
  Costly costly{*workload, 64};  // four behind one hold
  standin::Fault fault;
  fault.call = "timer";
  fault.value = -0.25;
  scenario.faults = {fault};
  standin::set_scenario(scenario);
  const auto total = platform_->time(costly, Batch{0, 12}, false);
  ASSERT_FALSE(total);
  EXPECT_NE(total.error().what.find("went backwards"), std::string::npos);
  EXPECT_EQ(costly.launches, 12);
  EXPECT_EQ(costly.meetings, 3);
}

// A launch that does not fit behind a hold is timed without one: the queue would fill, and the host wait for the
// device.
TEST_F(EmulatedTiming, ALaunchThatFillsTheQueueIsTimedExposed) {
  auto workload = empty();
  Costly costly{*workload, 257};
  EXPECT_NEAR(time(costly, 1), 2e-6 + 3e-6 + 1e-6, 1e-8);
  EXPECT_EQ(costly.launches, 1);
}

}  // namespace
}  // namespace roofgate
