// The scripted management library. FAKE_NVML_OLD: it lacks what is needed. FAKE_NVML_R525: it has the
// clock event reasons under their former name and no process list. Otherwise: all.
#include "tests/bench/telemetry/fake_nvml.hpp"

#include <algorithm>

#include "bench/telemetry/nvml_api.hpp"

namespace {

using roofgate::FakeFrame;
using roofgate::FakeGpu;
using roofgate::FakeNvml;
using roofgate::nvml::Device;
using roofgate::nvml::Return;

FakeNvml& state() {
  static FakeNvml the_state;
  return the_state;
}

// A handle is the index + 1, so that it is never null.
FakeGpu& gpu(Device device) { return state().gpus.at(reinterpret_cast<std::size_t>(device) - 1); }

Return result_of(const char* function) {
  const auto found = state().results.find(function);
  return found == state().results.end() ? roofgate::nvml::kSuccess : static_cast<Return>(found->second);
}

template <class Answer>
Return answer(const char* function, Answer give) {
  const std::lock_guard lock{state().mutex};
  const Return code = result_of(function);
  if (code == roofgate::nvml::kSuccess) give();
  return code;
}

void copy(const std::string& text, char* out, unsigned length) { out[text.copy(out, length - 1)] = '\0'; }

const FakeFrame& frame() {
  const std::size_t shown = state().next_frame == 0 ? 0 : state().next_frame - 1;
  return state().frames.at(std::min(shown, state().frames.size() - 1));
}

Return reasons(const char* function, unsigned long long* bits) {
  return answer(function, [bits] {
    state().next_frame = std::min(state().next_frame + 1, state().frames.size());
    ++state().frames_shown;
    *bits = frame().reasons;
  });
}

}  // namespace

extern "C" {

FakeNvml* fake_nvml_state() { return &state(); }

Return nvmlInit_v2() {
  const std::lock_guard lock{state().mutex};
  if (state().init_result == 0) ++state().initialised;
  return static_cast<Return>(state().init_result);
}

Return nvmlShutdown() {
  const std::lock_guard lock{state().mutex};
  --state().initialised;
  return roofgate::nvml::kSuccess;
}

Return nvmlSystemGetDriverVersion(char* text, unsigned length) {
  return answer("nvmlSystemGetDriverVersion", [=] { copy("580.65.06", text, length); });
}

Return nvmlDeviceGetCount_v2(unsigned* count) {
  return answer("nvmlDeviceGetCount_v2", [=] { *count = static_cast<unsigned>(state().gpus.size()); });
}

Return nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* device) {
  const std::lock_guard lock{state().mutex};
  *device = reinterpret_cast<Device>(static_cast<std::size_t>(index) + 1);
  return static_cast<Return>(state().gpus.at(index).open_result);
}

Return nvmlDeviceGetName(Device device, char* text, unsigned length) {
  return answer("nvmlDeviceGetName", [=] { copy(gpu(device).name, text, length); });
}

Return nvmlDeviceGetUUID(Device device, char* text, unsigned length) {
  return answer("nvmlDeviceGetUUID", [=] { copy(gpu(device).uuid, text, length); });
}

#if !defined(FAKE_NVML_OLD)

Return nvmlDeviceGetPciInfo_v3(Device device, roofgate::nvml::PciInfo* info) {
  return answer("nvmlDeviceGetPciInfo_v3", [=] { copy(gpu(device).pci_bus_id, info->bus_id.data(), 32); });
}

#endif

Return nvmlDeviceGetMemoryInfo(Device /*device*/, roofgate::nvml::Memory* memory) {
  return answer("nvmlDeviceGetMemoryInfo", [=] { memory->total = 150754820096ULL; });
}

Return nvmlDeviceGetMemoryBusWidth(Device /*device*/, unsigned* bits) {
  return answer("nvmlDeviceGetMemoryBusWidth", [=] { *bits = 6144; });
}

Return nvmlDeviceGetCudaComputeCapability(Device /*device*/, int* major, int* minor) {
  return answer("nvmlDeviceGetCudaComputeCapability", [=] {
    *major = 9;
    *minor = 0;
  });
}

Return nvmlDeviceGetClockInfo(Device /*device*/, int type, unsigned* mhz) {
  return answer("nvmlDeviceGetClockInfo",
                [=] { *mhz = type == roofgate::nvml::kClockSm ? frame().sm_mhz : frame().memory_mhz; });
}

Return nvmlDeviceGetMaxClockInfo(Device /*device*/, int type, unsigned* mhz) {
  return answer("nvmlDeviceGetMaxClockInfo", [=] { *mhz = type == roofgate::nvml::kClockSm ? 1980 : 3201; });
}

Return nvmlDeviceGetPowerUsage(Device /*device*/, unsigned* mw) {
  return answer("nvmlDeviceGetPowerUsage", [=] { *mw = frame().power_mw; });
}

Return nvmlDeviceGetEnforcedPowerLimit(Device device, unsigned* mw) {
  return answer("nvmlDeviceGetEnforcedPowerLimit", [=] { *mw = gpu(device).power_limit_mw; });
}

Return nvmlDeviceGetTemperature(Device /*device*/, int /*sensor*/, unsigned* degrees) {
  return answer("nvmlDeviceGetTemperature", [=] { *degrees = frame().temperature; });
}

Return nvmlDeviceGetEccMode(Device device, int* current, int* pending) {
  return answer("nvmlDeviceGetEccMode", [=] { *current = *pending = gpu(device).ecc; });
}

Return nvmlDeviceGetTotalEccErrors(Device device, int type, int counter, unsigned long long* count) {
  return answer("nvmlDeviceGetTotalEccErrors", [=] {
    const bool asked_right = type == 1 && counter == 0;  // uncorrected, volatile
    *count = asked_right ? gpu(device).uncorrected : 999;
  });
}

Return nvmlDeviceGetMigMode(Device device, unsigned* current, unsigned* pending) {
  return answer("nvmlDeviceGetMigMode", [=] { *current = *pending = gpu(device).mig; });
}

Return nvmlDeviceGetPersistenceMode(Device device, int* mode) {
  return answer("nvmlDeviceGetPersistenceMode", [=] { *mode = gpu(device).persistence; });
}

Return nvmlDeviceGetUtilizationRates(Device device, roofgate::nvml::Utilization* shares) {
  return answer("nvmlDeviceGetUtilizationRates", [&] { shares->gpu = gpu(device).utilization; });
}

#if defined(FAKE_NVML_R525)

Return nvmlDeviceGetCurrentClocksThrottleReasons(Device /*device*/, unsigned long long* bits) {
  return reasons("nvmlDeviceGetCurrentClocksThrottleReasons", bits);
}

#else

// A sample is the handle of the device it was taken of.
Return nvmlGpmQueryDeviceSupport(Device device, roofgate::nvml::GpmSupport* support) {
  if (support->version != 1) return roofgate::nvml::kVersionMismatch;
  return answer("nvmlGpmQueryDeviceSupport", [&] { support->is_supported = gpu(device).gpm; });
}

Return nvmlGpmSampleAlloc(roofgate::nvml::GpmSample* sample) {
  return answer("nvmlGpmSampleAlloc", [&] { *sample = reinterpret_cast<roofgate::nvml::GpmSample>(new Device{}); });
}

Return nvmlGpmSampleFree(roofgate::nvml::GpmSample sample) {
  delete reinterpret_cast<Device*>(sample);
  return roofgate::nvml::kSuccess;
}

Return nvmlGpmSampleGet(Device device, roofgate::nvml::GpmSample sample) {
  return answer("nvmlGpmSampleGet", [&] { *reinterpret_cast<Device*>(sample) = device; });
}

Return nvmlGpmMetricsGet(roofgate::nvml::GpmMetricsGet* asked) {
  if (asked->version != 1) return roofgate::nvml::kVersionMismatch;
  return answer("nvmlGpmMetricsGet", [&] {
    const FakeGpu& device = gpu(*reinterpret_cast<Device*>(asked->last));
    for (unsigned i = 0; i < asked->count; ++i) {
      roofgate::nvml::GpmMetric& metric = asked->metrics[i];
      const auto found = device.gpm_metrics.find(metric.id);
      metric.result = found == device.gpm_metrics.end() ? roofgate::nvml::kNotSupported : roofgate::nvml::kSuccess;
      metric.value = found == device.gpm_metrics.end() ? 0.0 : found->second;
    }
  });
}

Return nvmlDeviceGetCurrentClocksEventReasons(Device /*device*/, unsigned long long* bits) {
  return reasons("nvmlDeviceGetCurrentClocksEventReasons", bits);
}

Return nvmlDeviceGetComputeRunningProcesses_v2(Device device, unsigned* count, roofgate::nvml::ProcessInfo* infos) {
  Return code = roofgate::nvml::kSuccess;
  const Return given = answer("nvmlDeviceGetComputeRunningProcesses_v2", [&] {
    const std::vector<unsigned>& pids = gpu(device).pids;
    const bool fits = *count >= pids.size();
    *count = static_cast<unsigned>(pids.size());
    if (!fits) {
      code = roofgate::nvml::kInsufficientSize;
      return;
    }
    for (std::size_t i = 0; i < pids.size(); ++i) infos[i].pid = pids[i];
  });
  return given == roofgate::nvml::kSuccess ? code : given;
}

#endif

}  // extern "C"
