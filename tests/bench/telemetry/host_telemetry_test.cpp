#include "bench/telemetry/host_telemetry.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Two CPUs whose counters a test moves on between begin and end.
class HostTelemetryTest : public ::testing::Test {
 protected:
  struct Counters {
    double at_s = 0;
    int busy_ticks = 0;    ///< of each CPU
    int stolen_ticks = 0;  ///< of each CPU
    int idle_ticks = 0;    ///< of each CPU
    int own_ticks = 0;
    long long running_ns = 0;
    long long waiting_ns = 0;
    int switches = 0;
    long long pressure_us = 0;
  };

  void show(const Counters& now) {
    at_ = Seconds{now.at_s};
    const std::string cpu = fmt::format("{} 0 0 {} 0 0 0 {} 0 0\n", now.busy_ticks, now.idle_ticks, now.stolen_ticks);
    machine_.write("proc/stat", "cpu0 " + cpu + "cpu1 " + cpu + "intr 1\n");
    machine_.write("proc/self/stat",
                   fmt::format("42 (b) R 1 1 1 0 -1 0 0 0 0 0 {} 0 0 0 20 0 2 0 1 1 1\n", now.own_ticks));
    machine_.write("proc/self/task/42/schedstat", fmt::format("{} {} 5\n", now.running_ns, now.waiting_ns));
    machine_.write("proc/self/task/42/status", fmt::format("nonvoluntary_ctxt_switches:\t{}\n", now.switches));
    machine_.write("proc/pressure/cpu",
                   fmt::format("some avg10=0.00 avg60=0.00 avg300=0.00 total={}\n", now.pressure_us));
  }

  TelemetrySummary between(const Counters& before, const Counters& after) {
    show(before);
    const auto source = make();
    source->begin();
    show(after);
    return source->end();
  }

  std::unique_ptr<TelemetrySource> make() {
    HostTelemetryOptions options;
    options.files = machine_.files();
    options.cpus = {0, 1};
    options.now = [this] { return at_; };
    return make_host_telemetry(options);
  }

  FakeMachine machine_;
  Seconds at_;
};

TEST_F(HostTelemetryTest, SharesAreOfOurCpusTime) {
  Counters after;
  after.at_s = 10;
  after.busy_ticks = 700;
  after.stolen_ticks = 100;
  after.idle_ticks = 200;
  after.own_ticks = 1200;
  after.running_ns = 6'000'000'000;
  after.waiting_ns = 1'500'000'000;
  after.switches = 30;
  after.pressure_us = 2'000'000;
  const TelemetrySummary summary = between({}, after);
  EXPECT_EQ(summary.window, Seconds{10.0});
  EXPECT_DOUBLE_EQ(summary.steal.value().value(), 0.10);
  EXPECT_DOUBLE_EQ(summary.foreign_load.value().value(), 0.10) << "14 s busy less 12 s of our own, of 20 s";
  EXPECT_DOUBLE_EQ(summary.run_delay.value().value(), 0.15);
  EXPECT_DOUBLE_EQ(summary.pressure.value().value(), 0.20);
  EXPECT_EQ(summary.involuntary_switches, 30.0);
  EXPECT_FALSE(summary.quota_throttled);
  EXPECT_FALSE(summary.thermal_events);
  EXPECT_FALSE(summary.clock_median);
  EXPECT_FALSE(summary.temperature_max);
}

TEST_F(HostTelemetryTest, AWindowTooShortForTicksLeavesThemOut) {
  Counters after;
  after.at_s = 0.1;
  after.busy_ticks = 10;
  after.stolen_ticks = 1;
  after.running_ns = 90'000'000;
  after.waiting_ns = 10'000'000;
  const TelemetrySummary summary = between({}, after);
  EXPECT_FALSE(summary.steal);
  EXPECT_FALSE(summary.foreign_load);
  EXPECT_DOUBLE_EQ(summary.run_delay.value().value(), 0.1) << "nanoseconds resolve it";
}

TEST_F(HostTelemetryTest, ConstantsOfASandboxAreNoFigures) {
  Counters same;
  same.busy_ticks = 5;
  Counters later = same;
  later.at_s = 10;
  EXPECT_FALSE(between(same, later).steal);
}

TEST_F(HostTelemetryTest, AThreadThatOnlyWatchesIsNotDelayed) {
  Counters after;
  after.at_s = 10;
  after.running_ns = 50'000'000;
  after.waiting_ns = 5'000'000'000;
  EXPECT_FALSE(between({}, after).run_delay);
}

TEST_F(HostTelemetryTest, TheMostDelayedThreadCounts) {
  show({});
  machine_.write("proc/self/task/43/schedstat", "0 0 1\n");
  const auto source = make();
  source->begin();
  Counters after;
  after.at_s = 10;
  after.running_ns = 10'000'000'000;
  show(after);
  machine_.write("proc/self/task/43/schedstat", "8000000000 2000000000 9\n");
  machine_.write("proc/self/task/44/schedstat", "8000000000 9000000000 9\n");  // born within the window
  EXPECT_DOUBLE_EQ(source->end().run_delay.value().value(), 0.2);
}

TEST_F(HostTelemetryTest, OurOtherRanksAreNotForeign) {
  show({});
  machine_.write("proc/77/stat", "77 (b) R 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 2 0 1 1 1\n");
  HostTelemetryOptions options;
  options.files = machine_.files();
  options.cpus = {0, 1};
  options.own_pids = {0, 77};
  options.now = [this] { return at_; };
  const auto source = make_host_telemetry(options);
  source->begin();
  Counters after;
  after.at_s = 10;
  after.busy_ticks = 1000;
  after.own_ticks = 1000;
  show(after);
  machine_.write("proc/77/stat", "77 (b) R 1 1 1 0 -1 0 0 0 0 0 900 0 0 0 20 0 2 0 1 1 1\n");
  EXPECT_DOUBLE_EQ(source->end().foreign_load.value().value(), 0.05);
}

TEST_F(HostTelemetryTest, AQuotaThatStopsUsIsSeen) {
  machine_.write("proc/self/cgroup", "0::/\n");
  machine_.write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
  machine_.write("sys/fs/cgroup/cpu.max", "100000 100000\n");
  machine_.write("sys/fs/cgroup/cpu.stat", "throttled_usec 0\n");
  show({});
  const auto source = make();
  source->begin();
  Counters after;
  after.at_s = 10;
  show(after);
  machine_.write("sys/fs/cgroup/cpu.stat", "throttled_usec 500000\n");
  EXPECT_DOUBLE_EQ(source->end().quota_throttled.value().value(), 0.05);
}

TEST_F(HostTelemetryTest, FrequencyAndTemperatureAreSampledWhereTheyAre) {
  show({});
  machine_.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "3000000\n");
  machine_.write("sys/class/hwmon/hwmon0/name", "coretemp\n");
  machine_.write("sys/class/hwmon/hwmon0/temp1_input", "70000\n");
  machine_.write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "4\n");
  const auto source = make();
  source->begin();
  machine_.write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "6\n");
  Counters after;
  after.at_s = 1;
  show(after);
  const TelemetrySummary summary = source->end();
  EXPECT_EQ(summary.clock_median, Hertz{3e9});
  EXPECT_EQ(summary.temperature_max, Celsius{70.0});
  EXPECT_EQ(summary.thermal_events, 2.0);
  EXPECT_GE(summary.sample_count, 1.0);
  EXPECT_THAT(source->gaps(), Not(Contains(HasSubstr("frequency"))));
}

TEST_F(HostTelemetryTest, EachWindowStartsAnew) {
  show({});
  const auto source = make();
  source->begin();
  Counters after;
  after.at_s = 10;
  after.switches = 30;
  show(after);
  EXPECT_EQ(source->end().involuntary_switches, 30.0);
  source->begin();
  after.at_s = 20;
  after.switches = 31;
  show(after);
  EXPECT_EQ(source->end().involuntary_switches, 1.0);
}

TEST_F(HostTelemetryTest, TellsWhatItCannotSee) {
  const auto source = make();  // an empty machine
  EXPECT_EQ(source->gaps().size(), 6U);
  EXPECT_THAT(source->gaps(), Contains("CPU frequency: no cpufreq here, as on most virtual machines"));
  source->begin();
  at_ = Seconds{1.0};
  const TelemetrySummary summary = source->end();
  EXPECT_FALSE(summary.steal);
  EXPECT_FALSE(summary.pressure);
  EXPECT_FALSE(summary.involuntary_switches);
  EXPECT_THAT(marks_of(summary, ValidityLimits{}), IsEmpty());
}

TEST(HostTelemetry, ThisMachineAnswers) {
  const auto source = make_host_telemetry();
  source->begin();
  const TelemetrySummary summary = source->end();
  EXPECT_TRUE(summary.window);
  EXPECT_TRUE(summary.involuntary_switches);
}

}  // namespace
}  // namespace roofgate
