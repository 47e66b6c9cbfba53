#include "bench/telemetry/nvml_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>

namespace roofgate {
namespace {

template <class Function>
void find(void* library, const char* name, Function& function) {
  // POSIX lets dlsym's result be a function (dlsym(3), "Application usage").
  function = reinterpret_cast<Function>(::dlsym(library, name));
}

nvml::Functions functions_in(void* library) {
  nvml::Functions found;
  find(library, "nvmlInit_v2", found.init);
  find(library, "nvmlShutdown", found.shutdown);
  find(library, "nvmlSystemGetDriverVersion", found.driver_version);
  find(library, "nvmlDeviceGetCount_v2", found.device_count);
  find(library, "nvmlDeviceGetHandleByIndex_v2", found.device_by_index);
  find(library, "nvmlDeviceGetName", found.name);
  find(library, "nvmlDeviceGetUUID", found.uuid);
  find(library, "nvmlDeviceGetPciInfo_v3", found.pci_info);
  find(library, "nvmlDeviceGetMemoryInfo", found.memory);
  find(library, "nvmlDeviceGetMemoryBusWidth", found.memory_bus_width);
  find(library, "nvmlDeviceGetCudaComputeCapability", found.compute_capability);
  find(library, "nvmlDeviceGetClockInfo", found.clock);
  find(library, "nvmlDeviceGetMaxClockInfo", found.max_clock);
  find(library, "nvmlDeviceGetPowerUsage", found.power_usage);
  find(library, "nvmlDeviceGetEnforcedPowerLimit", found.power_limit);
  find(library, "nvmlDeviceGetTemperature", found.temperature);
  find(library, "nvmlDeviceGetCurrentClocksEventReasons", found.event_reasons);
  if (found.event_reasons == nullptr) {
    find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", found.event_reasons);
  }
  find(library, "nvmlDeviceGetEccMode", found.ecc_mode);
  find(library, "nvmlDeviceGetTotalEccErrors", found.ecc_errors);
  find(library, "nvmlDeviceGetMigMode", found.mig_mode);
  find(library, "nvmlDeviceGetPersistenceMode", found.persistence_mode);
  find(library, "nvmlDeviceGetComputeRunningProcesses_v2", found.compute_processes);
  find(library, "nvmlDeviceGetUtilizationRates", found.utilization);
  find(library, "nvmlGpmQueryDeviceSupport", found.gpm_support);
  find(library, "nvmlGpmSampleAlloc", found.gpm_sample_alloc);
  find(library, "nvmlGpmSampleFree", found.gpm_sample_free);
  find(library, "nvmlGpmSampleGet", found.gpm_sample_get);
  find(library, "nvmlGpmMetricsGet", found.gpm_metrics_get);
  return found;
}

bool is_complete(const nvml::Functions& found) {
  return found.init != nullptr && found.shutdown != nullptr && found.device_count != nullptr &&
         found.device_by_index != nullptr && found.name != nullptr && found.uuid != nullptr &&
         found.pci_info != nullptr;
}

tl::unexpected<Error> not_loaded(const std::string& file) {
  const char* const text = ::dlerror();
  const std::string why = text == nullptr ? "no reason given" : text;
  // The loader has no error codes; a file that is not there is told from one that is broken by this phrase alone.
  if (why.find("No such file") != std::string::npos) {
    return fail(ErrorKind::unavailable, fmt::format("{} was not found: no NVIDIA driver is installed here", file),
                "NVML",
                "install the driver; in a container, start it with the GPUs (--gpus all) and the utility capability");
  }
  return fail(ErrorKind::unavailable, fmt::format("{} could not be loaded: {}", file, why), "NVML",
              "the driver's installation is damaged or of another architecture: install it again");
}

tl::unexpected<Error> not_initialised(nvml::Return code) {
  switch (code) {
    case nvml::kDriverNotLoaded:
      return fail(
          ErrorKind::unavailable, "the NVIDIA driver is installed but not loaded", "nvmlInit",
          "modprobe nvidia, or start the machine again after installing; a machine without a GPU needs no driver");
    case nvml::kNoPermission:
      return fail(ErrorKind::unavailable, "no permission to talk to the NVIDIA driver", "nvmlInit",
                  "this user or container needs access to /dev/nvidiactl and /dev/nvidia*");
    case nvml::kVersionMismatch:
      return fail(ErrorKind::unavailable, "the loaded NVIDIA driver and its library are of different versions",
                  "nvmlInit", "the driver was upgraded while loaded: load it again or restart the machine");
    default:
      return fail(ErrorKind::unavailable,
                  fmt::format("NVML could not be initialised: {} ({})", meaning_of(code), static_cast<int>(code)),
                  "nvmlInit", "nvidia-smi and the kernel's log say more");
  }
}

}  // namespace

NvmlLibrary::~NvmlLibrary() { functions_.shutdown(); }

std::string NvmlLibrary::driver_version() const {
  std::array<char, nvml::kVersionBytes> text{};
  if (functions_.driver_version == nullptr ||
      functions_.driver_version(text.data(), nvml::kVersionBytes - 1) != nvml::kSuccess) {
    return {};
  }
  return text.data();
}

Result<std::shared_ptr<const NvmlLibrary>> load_nvml(const std::string& file) {
  // Never closed: drivers have kept threads and handlers beyond dlclose, and a program needs it to its end.
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return not_loaded(file);
  const nvml::Functions functions = functions_in(library);
  if (!is_complete(functions)) {
    return fail(ErrorKind::unavailable, fmt::format("{} lacks functions that are needed: the driver is too old", file),
                "NVML", "driver 450 (2020) or newer");
  }
  if (const nvml::Return code = functions.init(); code != nvml::kSuccess) return not_initialised(code);
  return std::shared_ptr<const NvmlLibrary>{new NvmlLibrary{functions}};
}

std::string_view meaning_of(nvml::Return code) {
  switch (code) {
    case nvml::kSuccess:
      return "success";
    case nvml::kNotSupported:
      return "not supported by this device";
    case nvml::kNoPermission:
      return "no permission";
    case nvml::kFunctionNotFound:
      return "this driver does not have the call";
    case nvml::kGpuIsLost:
      return "the device fell off the bus";
    case nvml::kResetRequired:
      return "the device must be reset";
    case nvml::kOperatingSystem:
      return "the operating system or its cgroup blocks the device";
    case nvml::kNotFound:
      return "not found";
    default:
      return "NVML failed";
  }
}

}  // namespace roofgate
