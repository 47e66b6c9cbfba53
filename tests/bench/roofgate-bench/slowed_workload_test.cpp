#include "bench/roofgate-bench/slowed_workload.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;

/// Launches take at least a millisecond, and remember when they ended.
class Sleeper final : public Workload {
 public:
  [[nodiscard]] Work work() const override { return {}; }
  [[nodiscard]] Result<Check> check() override { return Check{true, 0.0, ""}; }
  [[nodiscard]] std::size_t set_count() const override { return 2; }
  [[nodiscard]] Result<void> rendezvous() override {
    ++meetings;
    return {};
  }
  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    if (fails) return fail(ErrorKind::internal, "lost");
    start = Clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
    end = Clock::now();
    return {};
  }
  int meetings = 0;
  bool fails = false;
  Clock::time_point start, end;
};

// No wall-clock time is asserted: however slow this machine is, the wait is the launch's own share.
TEST(SlowedWorkload, WaitsAsLongAsTheLossAsksOfTheLaunchItself) {
  auto inner = std::make_unique<Sleeper>();
  const Sleeper& sleeper = *inner;
  const auto half = slowed(std::move(inner), 0.5);
  ASSERT_TRUE(half->launch(0));
  EXPECT_GE(Clock::now() - sleeper.end, sleeper.end - sleeper.start);
}

TEST(SlowedWorkload, IsTheWorkloadInEverythingElse) {
  auto inner = std::make_unique<Sleeper>();
  const Sleeper& sleeper = *inner;
  const auto slow = slowed(std::move(inner), 0.05);
  EXPECT_EQ(slow->set_count(), 2U);
  EXPECT_TRUE(slow->check()->passed);
  EXPECT_TRUE(slow->rendezvous());
  EXPECT_EQ(sleeper.meetings, 1) << "ranks of a slowed collective still meet";
  EXPECT_EQ(slow->queue_cost(), 1U);
}

TEST(SlowedWorkload, AFailedLaunchIsPassedOn) {
  auto inner = std::make_unique<Sleeper>();
  inner->fails = true;
  const auto slow = slowed(std::move(inner), 0.05);
  EXPECT_FALSE(slow->launch(0));
}

}  // namespace
}  // namespace roofgate
