#include "bench/telemetry/nvml_telemetry.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/bench/telemetry/fake_nvml.hpp"

namespace roofgate {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr unsigned long long kIdle = 0x1;
constexpr unsigned long long kSettings = 0x2;
constexpr unsigned long long kPowerCap = 0x4;
constexpr unsigned long long kHwSlowdown = 0x8;
constexpr unsigned long long kSwThermal = 0x20;
constexpr unsigned long long kHwThermal = 0x40;
constexpr unsigned long long kPowerBrake = 0x80;

class NvmlTelemetryTest : public ::testing::Test {
 protected:
  NvmlTelemetryTest() { fake_.reset(); }

  std::unique_ptr<TelemetrySource> make(const char* file = ROOFGATE_FAKE_NVML) {
    NvmlTelemetryOptions options;
    options.period = Seconds{0.0};  // raised to the shortest allowed
    options.is_local = [](int pid) { return pid < 1000; };
    options.own_pids = {42};
    auto source = make_nvml_telemetry(load_nvml(file).value(), NvmlTarget{"0000:53:00.0", ""}, options);
    EXPECT_TRUE(source) << to_string(source.error());
    return std::move(*source);
  }

  /// A window that sees each of `frames` once. `meanwhile` changes the fake while the window is open.
  template <class Meanwhile>
  TelemetrySummary watch(TelemetrySource& source, std::vector<FakeFrame> frames, Meanwhile meanwhile) {
    const std::size_t count = frames.size();
    {
      const std::lock_guard lock{fake_.mutex};
      fake_.frames = std::move(frames);
      fake_.next_frame = 0;
      fake_.frames_shown = 0;
    }
    source.begin();
    {
      const std::lock_guard lock{fake_.mutex};
      meanwhile(fake_);
    }
    while (frames_shown() < count) std::this_thread::sleep_for(std::chrono::milliseconds{2});
    return source.end();
  }

  TelemetrySummary watch(TelemetrySource& source, std::vector<FakeFrame> frames) {
    return watch(source, std::move(frames), [](FakeNvml& /*fake*/) {});
  }

  std::size_t frames_shown() {
    const std::lock_guard lock{fake_.mutex};
    return fake_.frames_shown;
  }

  static std::vector<Mark> marks(const TelemetrySummary& summary) { return marks_of(summary, ValidityLimits{}); }

  FakeNvml& fake_ = fake_nvml_in(ROOFGATE_FAKE_NVML);
};

TEST_F(NvmlTelemetryTest, SummarisesTheSamples) {
  const auto source = make();
  const TelemetrySummary summary =
      watch(*source, {{0, 1980, 3201, 400000, 50}, {0, 1965, 3201, 500000, 60}, {0, 1950, 3201, 450000, 55}});
  EXPECT_EQ(summary.clock_min, Hertz{1950e6});
  EXPECT_EQ(summary.clock_median, Hertz{1965e6});
  EXPECT_EQ(summary.clock_max, Hertz{1980e6});
  EXPECT_EQ(summary.memory_clock_median, Hertz{3201e6});
  EXPECT_EQ(summary.power_median, Watts{450.0});
  EXPECT_EQ(summary.power_max, Watts{500.0});
  EXPECT_EQ(summary.power_limit, Watts{700.0});
  EXPECT_EQ(summary.temperature_max, Celsius{60.0});
  EXPECT_EQ(summary.ecc_errors, 0.0);
  EXPECT_EQ(summary.foreign_processes, 0.0);
  EXPECT_GE(summary.sample_count, 3.0);
  EXPECT_GT(summary.window.value().value(), 0.0);
  EXPECT_THAT(summary.clock_event_reasons, IsEmpty());
  EXPECT_FALSE(summary.steal);
  EXPECT_THAT(source->gaps(), IsEmpty());
  EXPECT_THAT(marks(summary), IsEmpty());
}

TEST_F(NvmlTelemetryTest, APowerCapIsANoteUntilTheClockDrops) {
  const auto source = make();
  const TelemetrySummary steady =
      watch(*source, {{kPowerCap, 1755, 3201, 699000, 60}, {kPowerCap, 1740, 3201, 700000, 61}});
  EXPECT_THAT(steady.clock_event_reasons, ElementsAre("sw_power_cap"));
  EXPECT_THAT(marks(steady), IsEmpty());

  const TelemetrySummary falling = watch(
      *source,
      {{kPowerCap, 1980, 3201, 690000, 60}, {kPowerCap, 1580, 3201, 700000, 61}, {kPowerCap, 1580, 3201, 700000, 61}});
  ASSERT_EQ(marks(falling).size(), 1U);
  EXPECT_EQ(marks(falling)[0].kind, MarkKind::throttled);
  EXPECT_EQ(marks(falling)[0].evidence,
            "median clock 1580 MHz, 20 % below the highest seen, 1980 MHz (limit 10 %): sw_power_cap, 700 W of a 700 W "
            "limit, 61 degC");
}

TEST_F(NvmlTelemetryTest, ThermalSlowdownMarks) {
  const auto source = make();
  const TelemetrySummary summary = watch(
      *source, {{kHwSlowdown | kHwThermal, 990, 3201, 300000, 91}, {kHwSlowdown | kHwThermal, 990, 3201, 300000, 92}});
  EXPECT_THAT(summary.clock_event_reasons, ElementsAre("hw_slowdown", "hw_thermal_slowdown"));
  ASSERT_EQ(marks(summary).size(), 1U);
  EXPECT_EQ(marks(summary)[0].kind, MarkKind::throttled);
  EXPECT_EQ(marks(summary)[0].evidence,
            "the device slowed itself down: hw_slowdown, hw_thermal_slowdown, 92 degC, 300 W of a 700 W limit");
}

TEST_F(NvmlTelemetryTest, SoftwareThermalAndPowerBrakeMark) {
  const auto source = make();
  for (const unsigned long long reason : {kSwThermal, kPowerBrake}) {
    EXPECT_THAT(marks(watch(*source, {{reason}, {reason}})),
                Contains(::testing::Field(&Mark::kind, MarkKind::throttled)))
        << reason;
  }
}

TEST_F(NvmlTelemetryTest, IdleAndClockSettingsDoNotMark) {
  const auto source = make();
  const TelemetrySummary summary = watch(*source, {{kIdle, 345}, {kSettings, 1980}, {kSettings, 1980}});
  EXPECT_THAT(summary.clock_event_reasons, ElementsAre("gpu_idle", "applications_clocks_setting"));
  EXPECT_EQ(summary.clock_min, Hertz{1980e6}) << "an idle device's clock is not the clock that was held";
  EXPECT_THAT(marks(summary), IsEmpty());
}

TEST_F(NvmlTelemetryTest, AWindowThatWasIdleThroughoutTellsItsClock) {
  const auto source = make();
  EXPECT_EQ(watch(*source, {{kIdle, 345}, {kIdle, 345}}).clock_median, Hertz{345e6});
}

TEST_F(NvmlTelemetryTest, APassingHwSlowdownIsAChangeOfState) {
  const auto source = make();
  EXPECT_THAT(watch(*source, {{0}, {kHwSlowdown}, {0}}).clock_event_reasons, IsEmpty());
  EXPECT_THAT(watch(*source, {{0}, {kHwSlowdown}, {kHwSlowdown}, {0}}).clock_event_reasons, ElementsAre("hw_slowdown"));
  EXPECT_THAT(watch(*source, {{0}, {kHwSlowdown | kPowerBrake}, {0}}).clock_event_reasons, Contains("hw_slowdown"));
}

TEST_F(NvmlTelemetryTest, AForeignProcessMarks) {
  fake_.gpus[0].pids = {42};
  const auto source = make();
  EXPECT_EQ(watch(*source, {{0}}).foreign_processes, 0.0);
  const TelemetrySummary summary = watch(*source, {{0}, {0}}, [](FakeNvml& fake) { fake.gpus[0].pids = {42, 77}; });
  EXPECT_EQ(summary.foreign_processes, 1.0);
  ASSERT_EQ(marks(summary).size(), 1U);
  EXPECT_EQ(marks(summary)[0].kind, MarkKind::contended);
  EXPECT_EQ(marks(summary)[0].evidence, "1 other process computed on the device");
}

TEST_F(NvmlTelemetryTest, ManyProcessesAreAllCounted) {
  fake_.gpus[0].pids.assign(200, 77);
  fake_.gpus[0].pids.push_back(42);
  const auto source = make();
  EXPECT_EQ(watch(*source, {{0}}).foreign_processes, 200.0);
}

TEST_F(NvmlTelemetryTest, NewUncorrectedErrorsMark) {
  fake_.gpus[0].uncorrected = 5;
  const auto source = make();
  const TelemetrySummary summary = watch(*source, {{0}}, [](FakeNvml& fake) { fake.gpus[0].uncorrected = 7; });
  EXPECT_EQ(summary.ecc_errors, 2.0);
  ASSERT_EQ(marks(summary).size(), 1U);
  EXPECT_EQ(marks(summary)[0].kind, MarkKind::error);
  EXPECT_EQ(marks(summary)[0].evidence, "2 uncorrected memory errors (ECC) in this round");
  EXPECT_EQ(watch(*source, {{0}}).ecc_errors, 0.0);
}

TEST_F(NvmlTelemetryTest, WhatIsNotSupportedIsAbsentAndToldOnce) {
  fake_.results["nvmlDeviceGetPowerUsage"] = nvml::kNotSupported;
  fake_.results["nvmlDeviceGetTotalEccErrors"] = nvml::kNotSupported;
  fake_.results["nvmlDeviceGetComputeRunningProcesses_v2"] = nvml::kNoPermission;
  const auto source = make();
  EXPECT_THAT(source->gaps(),
              ElementsAre("GPU memory errors (ECC): not supported by this device",
                          "GPU power draw: not supported by this device", "GPU processes: no permission"));
  const TelemetrySummary summary = watch(*source, {{0}, {0}});
  EXPECT_FALSE(summary.power_median);
  EXPECT_FALSE(summary.power_max);
  EXPECT_FALSE(summary.ecc_errors);
  EXPECT_FALSE(summary.foreign_processes);
  EXPECT_EQ(summary.clock_median, Hertz{1980e6});
  EXPECT_EQ(source->gaps().size(), 3U);
}

TEST_F(NvmlTelemetryTest, ADeviceLostHalfWayLeavesWhatWasSeen) {
  const auto source = make();
  const TelemetrySummary summary = watch(*source, {{0, 1980}, {0, 1980}}, [](FakeNvml& fake) {
    fake.results["nvmlDeviceGetPowerUsage"] = nvml::kGpuIsLost;
  });
  EXPECT_EQ(summary.clock_median, Hertz{1980e6});
  EXPECT_THAT(source->gaps(), Contains(HasSubstr("the device fell off the bus")));
}

TEST_F(NvmlTelemetryTest, WithoutCountersUtilizationIsAllThatIsKnown) {
  fake_.gpus[0].gpm = 0;
  fake_.gpus[0].utilization = 97;
  const auto source = make();
  const TelemetrySummary summary = watch(*source, {{0}, {0}});
  ASSERT_TRUE(summary.activity);
  EXPECT_EQ(summary.activity->source, "nvml");
  EXPECT_EQ(summary.activity->kernel_resident, Ratio{0.97});
  EXPECT_FALSE(summary.activity->sm_active);
  EXPECT_THAT(source->gaps(), ElementsAre("GPU multiprocessors, memory and tensor pipes (GPM): not supported by this "
                                          "device: Hopper and newer have them"));
}

TEST_F(NvmlTelemetryTest, TellsWhatSamplingCost) {
  const auto source = make();
  const TelemetrySummary summary = watch(*source, {{0}, {0}});
  ASSERT_TRUE(summary.sampling_cost);
  EXPECT_GT(summary.sampling_cost->value(), 0.0);
  EXPECT_LT(*summary.sampling_cost, *summary.window);
}

TEST_F(NvmlTelemetryTest, AMissingDeviceIsAnError) {
  const auto source = make_nvml_telemetry(load_nvml(ROOFGATE_FAKE_NVML).value(), NvmlTarget{"0000:99:00.0", "GPU-9"});
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().kind, ErrorKind::unavailable);
}

TEST_F(NvmlTelemetryTest, ADriverBefore535HasReasonsUnderTheirFormerName) {
  FakeNvml& older = fake_nvml_in(ROOFGATE_FAKE_NVML_R525);
  older.reset();
  older.frames = {{kPowerCap}};
  const auto source = make(ROOFGATE_FAKE_NVML_R525);
  source->begin();
  EXPECT_THAT(source->end().clock_event_reasons, ElementsAre("sw_power_cap"));
  EXPECT_THAT(source->gaps(),
              ElementsAre("GPU processes: this driver does not have the call",
                          "GPU multiprocessors, memory and tensor pipes (GPM): this driver does not have the call"));
}

TEST(CountForeign, OurOwnAreNotForeign) {
  const auto local = [](int pid) { return pid < 1000; };
  EXPECT_EQ(count_foreign({}, {42}, local), 0);
  EXPECT_EQ(count_foreign({42}, {42}, local), 0);
  EXPECT_EQ(count_foreign({42, 43}, {42, 43}, local), 0);
  EXPECT_EQ(count_foreign({42, 99}, {42}, local), 1);
  EXPECT_EQ(count_foreign({99}, {42}, local), 1) << "another process of this namespace, before ours has a context";
}

TEST(CountForeign, PidsOfTheHostSeenFromAContainer) {
  const auto local = [](int pid) { return pid < 1000; };
  EXPECT_EQ(count_foreign({31337}, {42}, local), 0) << "our own, by the host's number";
  EXPECT_EQ(count_foreign({31337, 31338}, {42}, local), 1);
}

}  // namespace
}  // namespace roofgate
