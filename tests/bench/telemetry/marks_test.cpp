#include <gmock/gmock.h>

#include <vector>

#include "bench/telemetry/telemetry.hpp"

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> told(const TelemetrySummary& summary) {
  std::vector<std::string> lines;
  for (const Mark& mark : marks_of(summary, ValidityLimits{})) {
    lines.push_back(std::string{name_of(mark.kind)} + ": " + mark.evidence);
  }
  return lines;
}

TEST(Marks, NothingSeenIsNothingMarked) { EXPECT_THAT(told({}), IsEmpty()); }

TEST(Marks, ALimitItselfIsAllowed) {
  TelemetrySummary summary;
  const ValidityLimits limits;
  summary.steal = Ratio{limits.steal};
  summary.foreign_load = Ratio{limits.foreign_load};
  summary.run_delay = Ratio{limits.run_delay};
  summary.quota_throttled = Ratio{limits.quota_throttled};
  summary.clock_max = Hertz{1e9};
  summary.clock_median = Hertz{0.91e9};
  summary.pressure = Ratio{1.0};
  summary.involuntary_switches = 1e6;
  summary.temperature_max = Celsius{105};
  EXPECT_THAT(told(summary), IsEmpty()) << "pressure, switches and temperature explain, and do not mark";
}

TEST(Marks, AClockThatNeverRoseIsStuck) {
  TelemetrySummary summary;
  summary.clock_median = summary.clock_max = Hertz{132e6};
  summary.clock_rated = Hertz{2100e6};
  EXPECT_THAT(told(summary), ElementsAre("throttled: SM clock 132 MHz under load, less than half of the device's 2100 "
                                         "MHz: something holds it down"));
  summary.clock_median = summary.clock_max = Hertz{1051e6};
  EXPECT_THAT(told(summary), IsEmpty());
  summary.clock_rated.reset();
  EXPECT_THAT(told(summary), IsEmpty());
}

TEST(Marks, NeighboursOnTheCpusAreContention) {
  TelemetrySummary summary;
  summary.steal = Ratio{0.12};
  summary.foreign_load = Ratio{0.345};
  summary.run_delay = Ratio{0.081};
  EXPECT_THAT(told(summary),
              ElementsAre("contended: CPU steal 12 % of our CPUs' time (limit 2.0 %)",
                          "contended: other processes used 34 % of our CPUs' time (limit 5.0 %)",
                          "contended: a thread of ours waited for a CPU for 8.1 % of the time (limit 3.0 %)"));
}

TEST(Marks, ThermalEventsAndQuotasThrottle) {
  TelemetrySummary summary;
  summary.thermal_events = 3;
  summary.temperature_max = Celsius{97};
  summary.quota_throttled = Ratio{0.25};
  EXPECT_THAT(told(summary),
              ElementsAre("throttled: 3 thermal throttle events of the CPUs, 97 degC",
                          "throttled: the cgroup's CPU quota stopped this process for 25 % of the time (limit 1.0 %)"));
}

TEST(Marks, AClockThatFellIsThrottledEvenWithoutAReason) {
  TelemetrySummary summary;
  summary.clock_max = Hertz{3.7e9};
  summary.clock_median = Hertz{2.9e9};
  EXPECT_THAT(told(summary),
              ElementsAre("throttled: median clock 2900 MHz, 22 % below the highest seen, 3700 MHz (limit "
                          "10 %): no reason told"));
}

TEST(Marks, SeveralProcessesAreCounted) {
  TelemetrySummary summary;
  summary.foreign_processes = 3;
  EXPECT_THAT(told(summary), ElementsAre("contended: 3 other processes computed on the device"));
}

TEST(Marks, LimitsAreTheCallers) {
  TelemetrySummary summary;
  summary.steal = Ratio{0.12};
  ValidityLimits limits;
  limits.steal = 0.5;
  EXPECT_THAT(marks_of(summary, limits), IsEmpty());
}

}  // namespace
}  // namespace roofgate
