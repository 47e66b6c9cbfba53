#include "bench/telemetry/watchdog.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace roofgate {
namespace {

constexpr Seconds kLong{3600};
constexpr Seconds kShort{0.01};

void wait_for(const std::atomic<int>& calls) {
  while (calls == 0) std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

TEST(Watchdog, NamesWhatNeverEnded) {
  std::atomic<int> calls{0};
  std::string told;
  {
    Watchdog watchdog{[&](const std::string& what) {
      told = what;
      ++calls;
    }};
    watchdog.arm("allreduce/bf16: sampling", kShort);
    wait_for(calls);
  }
  EXPECT_EQ(told, "allreduce/bf16: sampling");
  EXPECT_EQ(calls, 1);
}

TEST(Watchdog, ExpiresOnce) {
  std::atomic<int> calls{0};
  Watchdog watchdog{[&](const std::string& /*what*/) { ++calls; }};
  watchdog.arm("first", kShort);
  wait_for(calls);
  watchdog.arm("second", Seconds{0});
  std::this_thread::sleep_for(std::chrono::milliseconds{20});
  EXPECT_EQ(calls, 1);
}

TEST(Watchdog, DisarmedOrRearmedItIsQuiet) {
  std::atomic<int> calls{0};
  {
    Watchdog watchdog{[&](const std::string& /*what*/) { ++calls; }};
    for (int i = 0; i < 100; ++i) {
      const WatchedScope scope{watchdog, "short work", kLong};
      watchdog.arm("the next step", kLong);
    }
    watchdog.arm("still armed at the end", kLong);
  }
  EXPECT_EQ(calls, 0);
}

TEST(Watchdog, DisarmWaitsForACallbackUnderWay) {
  std::atomic<bool> inside{false};
  std::atomic<bool> left{false};
  Watchdog watchdog{[&](const std::string& /*what*/) {
    inside = true;
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    left = true;
  }};
  watchdog.arm("work", kShort);
  while (!inside) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  watchdog.disarm();
  EXPECT_TRUE(left);
}

TEST(Watchdog, TakesAnyLimit) {
  std::atomic<int> calls{0};
  Watchdog watchdog{[&](const std::string& /*what*/) { ++calls; }};
  watchdog.arm("for ever", Seconds{1e300});
  std::this_thread::sleep_for(std::chrono::milliseconds{5});
  EXPECT_EQ(calls, 0);
  watchdog.arm("over already", Seconds{-1});
  wait_for(calls);
}

}  // namespace
}  // namespace roofgate
