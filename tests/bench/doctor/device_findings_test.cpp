#include "bench/doctor/device_findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/telemetry/clock_event_reasons.hpp"
#include "tests/bench/telemetry/fake_nvml.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

DeviceState healthy() {
  DeviceState state;
  state.name = "NVIDIA H200";
  state.persistence = state.ecc = state.ecc_pending = true;
  state.mig = state.mig_pending = false;
  state.processes = 0;
  state.reasons = kReasonGpuIdle;
  state.temperature_celsius = 35;
  return state;
}

std::string only_finding(const DeviceState& state) {
  const auto findings = device_findings({state});
  return findings.size() == 1 ? findings[0].what : std::to_string(findings.size()) + " findings";
}

TEST(DeviceFindings, AHealthyDeviceAndASilentDriverGiveNone) {
  EXPECT_THAT(device_findings({healthy(), DeviceState{}}), IsEmpty());
}

TEST(DeviceFindings, EachSpoilerIsNamed) {
  DeviceState state = healthy();
  state.persistence = false;
  EXPECT_EQ(only_finding(state), "GPU 0 (NVIDIA H200): persistence mode is off");
  state = healthy();
  state.ecc_pending = false;
  EXPECT_EQ(only_finding(state), "GPU 0 (NVIDIA H200): ECC is on and will be off after the next reset");
  state = healthy();
  state.mig = true;
  EXPECT_EQ(only_finding(state), "GPU 0 (NVIDIA H200): MIG is on");
  state = healthy();
  state.processes = 2;
  EXPECT_EQ(only_finding(state), "GPU 0 (NVIDIA H200): 2 other processes compute on it");
  state = healthy();
  state.reasons = kReasonHwSlowdown | 0x40;
  EXPECT_THAT(only_finding(state), HasSubstr("slows down while idle: hw_slowdown, hw_thermal_slowdown"));
  state = healthy();
  state.temperature_celsius = 84;
  EXPECT_EQ(only_finding(state), "GPU 0 (NVIDIA H200): 84 degC before anything runs");
}

TEST(DeviceFindings, AreReadThroughTheDriversLibrary) {
  FakeNvml& fake = fake_nvml_in(ROOFGATE_FAKE_NVML);
  fake.reset();
  fake.gpus[0].persistence = 0;
  fake.gpus[0].pids = {41, 42, 43};
  const auto library = load_nvml(ROOFGATE_FAKE_NVML).value();
  const auto states = device_states(*library);
  ASSERT_EQ(states.size(), 1U);
  EXPECT_EQ(states[0].name, "NVIDIA H200");
  EXPECT_EQ(states[0].persistence, false);
  EXPECT_EQ(states[0].processes, 3);
  EXPECT_EQ(states[0].ecc, true);
  EXPECT_EQ(device_findings(states).size(), 2U);
  fake.reset();
}

}  // namespace
}  // namespace roofgate
