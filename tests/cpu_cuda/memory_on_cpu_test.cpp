// The memory kernels, run on the CPU: values, tails, bounds and coverage.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/memory/memory_check.hpp"
#include "kernels/memory/memory_launch.hpp"
#include "tests/cpu_cuda/cpu_launch.hpp"
#include "tests/cpu_cuda/exact_buffer.hpp"

namespace roofgate {
namespace {

/// Words of 4 bytes: around every vector (4), every block's turn (256 x 4 vectors) and several turns of the grid.
const std::vector<std::int64_t> kWords = {0, 1, 2, 3, 4, 5, 7, 8, 4095, 4096, 4097, 8191, 16387, 16388, 33001, 50003};
constexpr int kMultiprocessors = 1;

ExactBuffer<float> normal(std::int64_t count, std::uint32_t seed) {
  ExactBuffer<float> buffer{static_cast<std::size_t>(count)};
  std::mt19937 random{seed};
  std::normal_distribution<float> distribution;
  for (float& value : buffer.span()) value = distribution(random);
  return buffer;
}

class MemoryOnCpu : public testing::TestWithParam<ThreadOrder> {
 protected:
  void SetUp() override { set_thread_order(GetParam()); }
  void TearDown() override { set_thread_order(ThreadOrder::forward); }
};

TEST_P(MemoryOnCpu, Copy) {
  for (const std::int64_t words : kWords) {
    ExactBuffer<float> from = normal(words, 1);
    ExactBuffer<float> to{static_cast<std::size_t>(words)};
    const StoreCount stores{to.bytes()};
    ASSERT_EQ(launch_copy(to.bytes().data(), from.bytes().data(), 4 * words, kMultiprocessors, nullptr).code, 0);
    EXPECT_EQ(stores.first_not_once(), "") << words;
    EXPECT_TRUE(to.guards_intact()) << words;
    EXPECT_TRUE(check_copy(to.bytes().data(), from.bytes().data(), to.bytes().size(), "copy").passed) << words;
  }
}

TEST_P(MemoryOnCpu, Read) {
  for (const std::int64_t words : kWords) {
    ExactBuffer<float> from = normal(words, 2);
    const auto partials = static_cast<std::size_t>(read_partials(4 * words, kMultiprocessors));
    ExactBuffer<std::uint64_t> sums{partials};
    const StoreCount stores{sums.bytes()};
    ASSERT_EQ(launch_read(sums.data(), from.bytes().data(), 4 * words, kMultiprocessors, nullptr).code, 0);
    EXPECT_EQ(stores.first_not_once(), "") << words;
    const std::uint64_t sum = std::accumulate(sums.span().begin(), sums.span().end(), std::uint64_t{0});
    EXPECT_EQ(sum, sum_of_words(from.bytes().data(), from.bytes().size())) << words;
  }
}

TEST_P(MemoryOnCpu, Write) {
  for (const std::int64_t words : kWords) {
    ExactBuffer<std::uint32_t> to{static_cast<std::size_t>(words)};
    const StoreCount stores{to.bytes()};
    ASSERT_EQ(launch_write(to.data(), 0x12345678U, words, kMultiprocessors, nullptr).code, 0);
    EXPECT_EQ(stores.first_not_once(), "") << words;
    EXPECT_TRUE(to.guards_intact()) << words;
    EXPECT_TRUE(check_write(to.data(), 0x12345678U, to.span().size()).passed) << words;
  }
}

TEST_P(MemoryOnCpu, Triad) {
  for (const std::int64_t words : kWords) {
    ExactBuffer<float> b = normal(words, 3);
    ExactBuffer<float> c = normal(words, 4);
    ExactBuffer<float> a{static_cast<std::size_t>(words)};
    const StoreCount stores{a.bytes()};
    ASSERT_EQ(launch_triad(a.data(), b.data(), c.data(), kTriadScale, words, kMultiprocessors, nullptr).code, 0);
    EXPECT_EQ(stores.first_not_once(), "") << words;
    EXPECT_TRUE(a.guards_intact()) << words;
    EXPECT_TRUE(check_triad(a.data(), b.data(), c.data(), kTriadScale, a.span().size()).passed) << words;
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, MemoryOnCpu, testing::Values(ThreadOrder::forward, ThreadOrder::backward),
                         [](const auto& order) {
                           return std::string{order.param == ThreadOrder::forward ? "forward" : "backward"};
                         });

}  // namespace
}  // namespace roofgate
