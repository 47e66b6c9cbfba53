#include "bench/telemetry/combined_telemetry.hpp"

#include <gmock/gmock.h>

#include "bench/telemetry/scripted_telemetry.hpp"

namespace roofgate {
namespace {

using ::testing::ElementsAre;

TEST(ScriptedTelemetry, GivesItsSummariesInTurnAndRepeatsTheLast) {
  TelemetrySummary first;
  first.steal = Ratio{0.1};
  TelemetrySummary second;
  second.steal = Ratio{0.2};
  ScriptedTelemetry source{{first, second}};
  for (const double expected : {0.1, 0.2, 0.2}) {
    source.begin();
    EXPECT_EQ(source.end().steal, Ratio{expected});
  }
  EXPECT_EQ(source.begun(), 3U);
}

TEST(ScriptedTelemetry, WithoutAScriptItSeesNothing) {
  ScriptedTelemetry source{{}};
  source.begin();
  EXPECT_FALSE(source.end().steal);
}

TEST(CombinedTelemetry, TheDevicesClockAndTheHostsNeighbours) {
  TelemetrySummary device;
  device.window = Seconds{1.0};
  device.clock_min = Hertz{1.7e9};
  device.clock_median = Hertz{1.8e9};
  device.clock_max = Hertz{1.9e9};
  device.temperature_max = Celsius{60};
  device.clock_event_reasons = {"sw_power_cap"};
  device.sample_count = 20;
  TelemetrySummary host;
  host.window = Seconds{1.1};
  host.clock_median = Hertz{3.5e9};
  host.temperature_max = Celsius{80};
  host.steal = Ratio{0.01};
  host.run_delay = Ratio{0.02};
  host.thermal_events = 1;
  host.sample_count = 10;

  std::vector<std::unique_ptr<TelemetrySource>> sources;
  sources.push_back(std::make_unique<ScriptedTelemetry>(std::vector{device}, std::vector<std::string>{"no power"}));
  sources.push_back(std::make_unique<ScriptedTelemetry>(std::vector{host}, std::vector<std::string>{"no PSI"}));
  const auto both = combine_telemetry(std::move(sources));
  both->begin();
  const TelemetrySummary summary = both->end();
  EXPECT_EQ(summary.window, Seconds{1.0});
  EXPECT_EQ(summary.clock_median, Hertz{1.8e9});
  EXPECT_EQ(summary.clock_max, Hertz{1.9e9});
  EXPECT_EQ(summary.temperature_max, Celsius{60});
  EXPECT_EQ(summary.steal, Ratio{0.01});
  EXPECT_EQ(summary.run_delay, Ratio{0.02});
  EXPECT_EQ(summary.thermal_events, 1.0);
  EXPECT_EQ(summary.sample_count, 20.0);
  EXPECT_THAT(summary.clock_event_reasons, ElementsAre("sw_power_cap"));
  EXPECT_THAT(both->gaps(), ElementsAre("no power", "no PSI"));
}

TEST(CombinedTelemetry, WithoutADeviceTheHostsClock) {
  TelemetrySummary host;
  host.clock_median = Hertz{3.5e9};
  std::vector<std::unique_ptr<TelemetrySource>> sources;
  sources.push_back(std::make_unique<ScriptedTelemetry>(std::vector<TelemetrySummary>{}));
  sources.push_back(std::make_unique<ScriptedTelemetry>(std::vector{host}));
  const auto both = combine_telemetry(std::move(sources));
  both->begin();
  EXPECT_EQ(both->end().clock_median, Hertz{3.5e9});
}

}  // namespace
}  // namespace roofgate
