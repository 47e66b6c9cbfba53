// The FMA loop and the blocking kernel, run on the CPU. (The tensor-core loop is inline PTX and is not run here.)
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/ceiling/ceiling_launch.hpp"
#include "kernels/cuda/blocking_kernel.hpp"
#include "kernels/cuda/geometry.hpp"
#include "tests/cpu_cuda/cpu_launch.hpp"
#include "tests/cpu_cuda/exact_buffer.hpp"

namespace roofgate {
namespace {

constexpr std::int64_t kIterations = 37;

TEST(FmaOnCpu, EveryThreadsSumIsTheChainsToTheBit) {
  const std::size_t threads = std::size_t{ceiling_blocks(1)} * kBlockThreads;
  ExactBuffer<float> sums{threads};
  const StoreCount stores{sums.bytes()};
  ASSERT_EQ(launch_fma(sums.data(), 0.7F, kIterations, 1, nullptr).code, 0);
  EXPECT_EQ(stores.first_not_once(), "");
  for (std::size_t i = 0; i < threads; ++i) {
    float expected = 0.0F;
    for (int c = 0; c < kFmaChains; ++c) {
      float value = fma_start(0.7F, static_cast<int>(i % 32), c);
      for (std::int64_t turn = 0; turn < kIterations; ++turn) value = std::fma(value, kFmaFactor, kFmaTerm);
      expected = c == 0 ? value : expected + value;
    }
    ASSERT_EQ(sums.span()[i], expected) << i;
  }
}

TEST(FmaChain, NeitherDiesOutNorRunsAway) {
  float value = fma_start(0.61803398875F, 31, kFmaChains - 1);
  for (int i = 0; i < 16384; ++i) {
    const float next = std::fma(value, kFmaFactor, kFmaTerm);
    ASSERT_NE(next, value) << i;
    ASSERT_LT(std::abs(next), 4.0F) << i;
    value = next;
  }
}

TEST(BlockingKernelOnCpu, EndsWhenItsHoldIsReleased) {
  BlockerFlags flags;
  flags.released = 3;
  ASSERT_EQ(launch_blocking_kernel(&flags, 3, 1'000'000'000'000, nullptr).code, 0);
  EXPECT_EQ(flags.timed_out, 0U);
}

TEST(BlockingKernelOnCpu, EndsByItselfAndSaysSoWhenTheHostNeverReleases) {
  BlockerFlags flags;
  flags.released = 3;
  ASSERT_EQ(launch_blocking_kernel(&flags, 4, 1000, nullptr).code, 0);
  EXPECT_EQ(flags.timed_out, 4U);
}

}  // namespace
}  // namespace roofgate
