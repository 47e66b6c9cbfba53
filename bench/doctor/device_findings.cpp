#include "bench/doctor/device_findings.hpp"

#include <fmt/format.h>

#include <array>

#include "bench/telemetry/clock_event_reasons.hpp"

namespace roofgate {
namespace {

/// Resting hot is no rest: data-centre parts idle between 25 and 50 degC.
constexpr double kHotAtRest = 70.0;

bool is_known(nvml::Return code) { return code == nvml::kSuccess; }

void read_modes(const nvml::Functions& call, nvml::Device device, DeviceState& state) {
  int now = 0;
  int pending = 0;
  if (call.persistence_mode != nullptr && is_known(call.persistence_mode(device, &now))) state.persistence = now != 0;
  if (call.ecc_mode != nullptr && is_known(call.ecc_mode(device, &now, &pending))) {
    state.ecc = now != 0;
    state.ecc_pending = pending != 0;
  }
  unsigned mig = 0;
  unsigned mig_pending = 0;
  if (call.mig_mode != nullptr && is_known(call.mig_mode(device, &mig, &mig_pending))) {
    state.mig = mig != 0;
    state.mig_pending = mig_pending != 0;
  }
}

void read_moment(const nvml::Functions& call, nvml::Device device, DeviceState& state) {
  unsigned count = 0;
  if (call.compute_processes != nullptr) {
    // With room for none it answers how many there are.
    const nvml::Return code = call.compute_processes(device, &count, nullptr);
    if (code == nvml::kSuccess || code == nvml::kInsufficientSize) state.processes = static_cast<int>(count);
  }
  unsigned long long reasons = 0;
  if (call.event_reasons != nullptr && is_known(call.event_reasons(device, &reasons))) state.reasons = reasons;
  unsigned degrees = 0;
  if (call.temperature != nullptr && is_known(call.temperature(device, nvml::kTemperatureGpu, &degrees))) {
    state.temperature_celsius = degrees;
  }
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

void mode_findings(const DeviceState& state, const std::string& gpu, std::vector<Finding>& findings) {
  if (state.persistence == false) {
    findings.push_back({Gravity::warning, gpu + ": persistence mode is off",
                        "the driver unloads between processes, so each round starts cold: `nvidia-smi -pm 1`"});
  }
  if (state.ecc != state.ecc_pending) {
    findings.push_back(
        {Gravity::warning,
         fmt::format("{}: ECC is {} and will be {} after the next reset", gpu, state.ecc.value_or(false) ? "on" : "off",
                     state.ecc_pending.value_or(false) ? "on" : "off"),
         "reset the device first: ECC changes memory bandwidth, and it is part of the hardware key"});
  }
  if (state.mig == true || state.mig_pending == true) {
    findings.push_back({Gravity::warning, fmt::format("{}: MIG is {}", gpu, state.mig == true ? "on" : "pending"),
                        "an instance is a fraction of the device: baselines of the whole device do not apply"});
  }
}

void moment_findings(const DeviceState& state, const std::string& gpu, std::vector<Finding>& findings) {
  if (state.processes.value_or(0) > 0) {
    findings.push_back(
        {Gravity::warning, fmt::format("{}: {} other processes compute on it", gpu, *state.processes),
         "end them: rounds beside them are marked `contended` and do not count (`nvidia-smi` lists them)"});
  }
  const unsigned long long slow = state.reasons.value_or(0) & (kReasonHwSlowdown | kReasonsOfHw);
  if (slow != 0) {
    findings.push_back({Gravity::warning,
                        fmt::format("{}: it slows down while idle: {}", gpu, joined(clock_event_reasons(slow))),
                        "look at cooling and power supply; rounds under it are marked `throttled`"});
  }
  if (state.temperature_celsius.value_or(0) > kHotAtRest) {
    findings.push_back({Gravity::warning,
                        fmt::format("{}: {:.0f} degC before anything runs", gpu, *state.temperature_celsius),
                        "let it cool down, or look at the airflow: it will throttle under load"});
  }
}

}  // namespace

std::vector<DeviceState> device_states(const NvmlLibrary& library) {
  const nvml::Functions& call = library.call();
  unsigned count = 0;
  std::vector<DeviceState> states;
  if (!is_known(call.device_count(&count))) return states;
  for (unsigned i = 0; i < count; ++i) {
    nvml::Device device = nullptr;
    if (!is_known(call.device_by_index(i, &device))) continue;
    DeviceState state;
    state.index = static_cast<int>(i);
    std::array<char, nvml::kNameBytes> name{};
    if (is_known(call.name(device, name.data(), name.size()))) state.name = name.data();
    read_modes(call, device, state);
    read_moment(call, device, state);
    states.push_back(std::move(state));
  }
  return states;
}

std::vector<Finding> device_findings(const std::vector<DeviceState>& states) {
  std::vector<Finding> findings;
  for (const DeviceState& state : states) {
    const std::string gpu = fmt::format("GPU {} ({})", state.index, state.name);
    mode_findings(state, gpu, findings);
    moment_findings(state, gpu, findings);
  }
  return findings;
}

}  // namespace roofgate
