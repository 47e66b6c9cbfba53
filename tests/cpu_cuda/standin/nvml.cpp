// The entry points of NVML that telemetry loads, in a library of the driver's name: what the scripted devices say.
#include <algorithm>
#include <cstring>

#include "bench/telemetry/nvml_api.hpp"
#include "tests/cpu_cuda/standin/device_names.hpp"
#include "tests/cpu_cuda/standin/faults.hpp"

namespace nvml = roofgate::nvml;
using namespace roofgate::standin;

namespace {

Device& of(nvml::Device handle) { return *reinterpret_cast<Device*>(handle); }

nvml::Return outcome(const char* call) {
  const auto fault = count_call(call);
  return fault ? static_cast<nvml::Return>(fault->result) : nvml::kSuccess;
}

nvml::Return outcome_of(nvml::Device handle, const char* call) {
  // What the runtime says of a device that fell off the bus; other failures leave NVML its device.
  constexpr int kLost = 999;  // cudaErrorUnknown
  return of(handle).sticky() == kLost ? nvml::kGpuIsLost : outcome(call);
}

/// A sample of the counters.
struct Counters {
  DeviceScript script{};
  Device::Work work{};
  double time_s = 0.0;
};

void fill(nvml::GpmMetric& metric, const Counters& first, const Counters& last) {
  const double span_s = last.time_s - first.time_s;
  const auto percent = [&](double seconds) { return span_s > 0.0 ? std::min(100.0, 100.0 * seconds / span_s) : 0.0; };
  metric.result = nvml::kSuccess;
  switch (metric.id) {
    case nvml::kGpmGraphicsUtil:
    case nvml::kGpmSmUtil:
      metric.value = percent(last.work.busy_s - first.work.busy_s);
      break;
    case nvml::kGpmAnyTensorUtil:
      metric.value = percent(last.work.tensor_s - first.work.tensor_s);
      break;
    case nvml::kGpmDramBandwidthUtil:
      metric.value = percent((last.work.dram_bytes - first.work.dram_bytes) / last.script.dram_bytes_per_s);
      break;
    default:
      metric.result = nvml::kNotSupported;
  }
}

nvml::Return put(char* text, unsigned bytes, const std::string& value, nvml::Return code) {
  std::strncpy(text, value.c_str(), bytes);
  return code;
}

}  // namespace

extern "C" {

nvml::Return nvmlInit_v2() { return outcome("nvmlInit_v2"); }
nvml::Return nvmlShutdown() { return nvml::kSuccess; }

nvml::Return nvmlSystemGetDriverVersion(char* text, unsigned bytes) {
  return put(text, bytes, "580.65.06", outcome("nvmlSystemGetDriverVersion"));
}

nvml::Return nvmlDeviceGetCount_v2(unsigned* count) {
  *count = static_cast<unsigned>(all_devices().size());
  return outcome("nvmlDeviceGetCount_v2");
}

nvml::Return nvmlDeviceGetHandleByIndex_v2(unsigned index, nvml::Device* handle) {
  *handle = reinterpret_cast<nvml::Device>(all_devices().at(index));
  return outcome_of(*handle, "nvmlDeviceGetHandleByIndex_v2");
}

nvml::Return nvmlDeviceGetName(nvml::Device handle, char* text, unsigned bytes) {
  return put(text, bytes, of(handle).script().name, outcome_of(handle, "nvmlDeviceGetName"));
}

nvml::Return nvmlDeviceGetUUID(nvml::Device handle, char* text, unsigned bytes) {
  return put(text, bytes, uuid_of(of(handle)), outcome_of(handle, "nvmlDeviceGetUUID"));
}

nvml::Return nvmlDeviceGetPciInfo_v3(nvml::Device handle, nvml::PciInfo* info) {
  *info = nvml::PciInfo{};
  std::strncpy(info->bus_id.data(), pci_bus_id_of(of(handle), 8).c_str(), info->bus_id.size() - 1);
  return outcome_of(handle, "nvmlDeviceGetPciInfo_v3");
}

nvml::Return nvmlDeviceGetMemoryInfo(nvml::Device handle, nvml::Memory* memory) {
  *memory = nvml::Memory{};
  memory->total = of(handle).script().memory_bytes;
  return outcome_of(handle, "nvmlDeviceGetMemoryInfo");
}

nvml::Return nvmlDeviceGetMemoryBusWidth(nvml::Device handle, unsigned* bits) {
  *bits = static_cast<unsigned>(of(handle).script().memory_bus_bits);
  return outcome_of(handle, "nvmlDeviceGetMemoryBusWidth");
}

nvml::Return nvmlDeviceGetCudaComputeCapability(nvml::Device handle, int* major, int* minor) {
  *major = of(handle).script().major;
  *minor = of(handle).script().minor;
  return outcome_of(handle, "nvmlDeviceGetCudaComputeCapability");
}

nvml::Return nvmlDeviceGetClockInfo(nvml::Device handle, int type, unsigned* mhz) {
  const Step now = of(handle).now();
  *mhz = static_cast<unsigned>(type == nvml::kClockSm ? now.sm_mhz : now.memory_mhz);
  return outcome_of(handle, "nvmlDeviceGetClockInfo");
}

nvml::Return nvmlDeviceGetMaxClockInfo(nvml::Device handle, int type, unsigned* mhz) {
  const DeviceScript& script = of(handle).script();
  *mhz = static_cast<unsigned>(type == nvml::kClockSm ? script.sm_mhz : script.memory_mhz);
  return outcome_of(handle, "nvmlDeviceGetMaxClockInfo");
}

nvml::Return nvmlDeviceGetPowerUsage(nvml::Device handle, unsigned* mw) {
  *mw = static_cast<unsigned>(of(handle).now().power_w * 1e3);
  return outcome_of(handle, "nvmlDeviceGetPowerUsage");
}

nvml::Return nvmlDeviceGetEnforcedPowerLimit(nvml::Device handle, unsigned* mw) {
  *mw = static_cast<unsigned>(of(handle).script().power_limit_w * 1e3);
  return outcome_of(handle, "nvmlDeviceGetEnforcedPowerLimit");
}

nvml::Return nvmlDeviceGetTemperature(nvml::Device handle, int /*sensor*/, unsigned* degrees) {
  *degrees = static_cast<unsigned>(of(handle).now().temperature_c);
  return outcome_of(handle, "nvmlDeviceGetTemperature");
}

nvml::Return nvmlDeviceGetCurrentClocksEventReasons(nvml::Device handle, unsigned long long* reasons) {
  *reasons = of(handle).now().reasons;
  return outcome_of(handle, "nvmlDeviceGetCurrentClocksEventReasons");
}

nvml::Return nvmlDeviceGetEccMode(nvml::Device handle, int* current, int* pending) {
  *current = *pending = of(handle).script().ecc ? 1 : 0;
  return outcome_of(handle, "nvmlDeviceGetEccMode");
}

nvml::Return nvmlDeviceGetTotalEccErrors(nvml::Device handle, int /*type*/, int /*counter*/,
                                         unsigned long long* count) {
  *count = of(handle).now().uncorrected;
  return outcome_of(handle, "nvmlDeviceGetTotalEccErrors");
}

nvml::Return nvmlDeviceGetMigMode(nvml::Device handle, unsigned* current, unsigned* pending) {
  *current = *pending = of(handle).script().mig ? 1U : 0U;
  return outcome_of(handle, "nvmlDeviceGetMigMode");
}

nvml::Return nvmlDeviceGetPersistenceMode(nvml::Device handle, int* mode) {
  *mode = 1;
  return outcome_of(handle, "nvmlDeviceGetPersistenceMode");
}

nvml::Return nvmlDeviceGetComputeRunningProcesses_v2(nvml::Device handle, unsigned* count, nvml::ProcessInfo* list) {
  const auto& foreign = of(handle).script().foreign_pids;
  const auto wanted = static_cast<unsigned>(foreign.size());
  const unsigned room = *count;
  *count = wanted;
  if (room < wanted) return nvml::kInsufficientSize;
  for (unsigned i = 0; i < wanted; ++i) list[i].pid = foreign[i];
  return outcome_of(handle, "nvmlDeviceGetComputeRunningProcesses_v2");
}

nvml::Return nvmlDeviceGetUtilizationRates(nvml::Device handle, nvml::Utilization* shares) {
  const Device& device = of(handle);
  const double now_s = host_clock().now();
  const double share = now_s > 0.0 ? 100.0 * device.work().busy_s / now_s : 0.0;
  *shares = {static_cast<unsigned>(std::min(100.0, share)), 0U};
  return outcome_of(handle, "nvmlDeviceGetUtilizationRates");
}

nvml::Return nvmlGpmQueryDeviceSupport(nvml::Device handle, nvml::GpmSupport* support) {
  if (support->version != nvml::kGpmVersion) return nvml::kVersionMismatch;
  support->is_supported = scenario().gpm && of(handle).script().major >= 9 ? 1U : 0U;
  return outcome_of(handle, "nvmlGpmQueryDeviceSupport");
}

nvml::Return nvmlGpmSampleAlloc(nvml::GpmSample* sample) {
  *sample = reinterpret_cast<nvml::GpmSample>(new Counters);
  return nvml::kSuccess;
}

nvml::Return nvmlGpmSampleFree(nvml::GpmSample sample) {
  delete reinterpret_cast<Counters*>(sample);
  return nvml::kSuccess;
}

nvml::Return nvmlGpmSampleGet(nvml::Device handle, nvml::GpmSample sample) {
  *reinterpret_cast<Counters*>(sample) = {of(handle).script(), of(handle).work(), host_clock().now()};
  return outcome_of(handle, "nvmlGpmSampleGet");
}

nvml::Return nvmlGpmMetricsGet(nvml::GpmMetricsGet* asked) {
  if (asked->version != nvml::kGpmVersion) return nvml::kVersionMismatch;
  const auto& first = *reinterpret_cast<const Counters*>(asked->first);
  const auto& last = *reinterpret_cast<const Counters*>(asked->last);
  for (unsigned i = 0; i < asked->count; ++i) fill(asked->metrics[i], first, last);
  return outcome("nvmlGpmMetricsGet");
}

}  // extern "C"
