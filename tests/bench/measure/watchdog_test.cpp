#include "bench/measure/watchdog.hpp"

#include <gtest/gtest.h>

#include <future>

namespace roofgate {
namespace {

TEST(Watchdog, CallsOnceALimitHasPassed) {
  std::promise<std::string> called;
  Watchdog watchdog{[&](const std::string& what, Seconds limit) {
    called.set_value(what + (limit == Seconds{1e-3} ? " after its limit" : ""));
  }};
  const auto watch = watchdog.watch("gemm/one", Seconds{1e-3});
  EXPECT_EQ(called.get_future().get(), "gemm/one after its limit");
}

TEST(Watchdog, ACaseThatReturnsIsNotReported) {
  int calls = 0;
  {
    Watchdog watchdog{[&](const std::string&, Seconds) { ++calls; }};
    for (int i = 0; i < 1000; ++i) {
      const auto watch = watchdog.watch("quick", Seconds{3600.0});
    }
  }
  EXPECT_EQ(calls, 0);
}

TEST(Watchdog, AnIdleOneEndsQuietly) {
  int calls = 0;
  {
    const Watchdog watchdog{[&](const std::string&, Seconds) { ++calls; }};
  }
  EXPECT_EQ(calls, 0);
}

TEST(Watchdog, HugeLimitsAreLimits) {
  Watchdog watchdog{[](const std::string&, Seconds) { FAIL(); }};
  const auto watch = watchdog.watch("patient", Seconds{1e300});
}

}  // namespace
}  // namespace roofgate
