#include "bench/telemetry/clock_event_reasons.hpp"

#include <gmock/gmock.h>

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ClockEventReasons, AreNamedInTheOrderOfTheirBits) {
  EXPECT_THAT(clock_event_reasons(0), IsEmpty());
  EXPECT_THAT(clock_event_reasons(0x4), ElementsAre("sw_power_cap"));
  EXPECT_THAT(clock_event_reasons(0x7FF),
              ElementsAre("gpu_idle", "applications_clocks_setting", "sw_power_cap", "hw_slowdown", "sync_boost",
                          "sw_thermal_slowdown", "hw_thermal_slowdown", "hw_power_brake_slowdown",
                          "display_clock_setting", "board_limit", "reliability"));
}

TEST(ClockEventReasons, UnknownBitsAreShownAsNumbers) {
  EXPECT_THAT(clock_event_reasons(0x8000000000000800), ElementsAre("reason_0x800", "reason_0x8000000000000000"));
}

}  // namespace
}  // namespace roofgate
