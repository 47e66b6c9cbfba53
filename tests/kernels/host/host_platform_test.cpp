#include "kernels/host/host_platform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace roofgate {
namespace {

class Recorder final : public Workload {
 public:
  [[nodiscard]] Work work() const override { return {}; }
  [[nodiscard]] Result<Check> check() override { return Check{true, 0.0, ""}; }
  [[nodiscard]] std::size_t set_count() const override { return 3; }
  [[nodiscard]] Result<void> launch(std::size_t set) override {
    sets.push_back(set);
    if (sets.size() == fails_at) return fail(ErrorKind::internal, "planted");
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
    return {};
  }

  std::vector<std::size_t> sets;
  std::size_t fails_at = 0;
};

HostContext context_of(int threads) {
  HostContext context;
  context.threads = threads;
  context.last_level_cache = Bytes{4096.0};
  return context;
}

TEST(HostPlatform, SaysWhatItIs) {
  const auto platform = make_host_platform(context_of(1));
  EXPECT_EQ(platform->name(), "host");
  EXPECT_EQ(platform->last_level_cache(), Bytes{4096.0});
  EXPECT_GT(platform->timer_resolution(), Seconds{0.0});
  EXPECT_LT(platform->timer_resolution(), Seconds{1e-3});
  EXPECT_TRUE(platform->synchronize());
}

TEST(HostPlatform, LaunchesTheSetsInTurnAndTimesThemAll) {
  const auto platform = make_host_platform(context_of(1));
  for (const bool expose_launch : {false, true}) {
    Recorder workload;
    const Result<Seconds> time = platform->time(workload, Batch{2, 5}, expose_launch);
    ASSERT_TRUE(time);
    EXPECT_THAT(workload.sets, testing::ElementsAre(2, 0, 1, 2, 0));
    EXPECT_GE(*time, Seconds{5 * 2e-3}) << "five sleeps of at least 2 ms";
  }
}

TEST(HostPlatform, AFailedLaunchEndsTheBatch) {
  const auto platform = make_host_platform(context_of(1));
  Recorder workload;
  workload.fails_at = 2;
  const Result<Seconds> time = platform->time(workload, Batch{0, 5}, false);
  ASSERT_FALSE(time);
  EXPECT_EQ(time.error().what, "planted");
  EXPECT_EQ(workload.sets.size(), 2U);
}

}  // namespace
}  // namespace roofgate
