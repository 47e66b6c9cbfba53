#include "kernels/cuda/driver.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace roofgate {
namespace {

constexpr const char* kDriverLibrary = "libcuda.so.1";
constexpr const char* kModuleVersion = "/sys/module/nvidia/version";

/// Empty if the library loads; dlerror repeats the name, which the message already has.
std::string driver_load_error() {
  if (void* library = dlopen(kDriverLibrary, RTLD_LAZY | RTLD_LOCAL); library != nullptr) {
    dlclose(library);
    return {};
  }
  const char* reason = dlerror();
  std::string text = reason == nullptr ? "cannot be loaded" : reason;
  const std::string prefix = std::string{kDriverLibrary} + ": ";
  if (text.rfind(prefix, 0) == 0) text.erase(0, prefix.size());
  return text;
}

}  // namespace

DriverProbe probe_driver() {
  DriverProbe probe;
  probe.load_error = driver_load_error();
  static_cast<void>(cudaDriverGetVersion(&probe.supported));
  static_cast<void>(cudaRuntimeGetVersion(&probe.needed));
  std::error_code ignored;
  probe.kernel_module = std::filesystem::exists("/proc/driver/nvidia/version", ignored);
  if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"); visible != nullptr) {
    probe.visible_devices = std::string{"CUDA_VISIBLE_DEVICES="} + visible;
  }
  return probe;
}

Error explain_absence(const std::string& text, const std::string& call, const DriverProbe& probe) {
  Error error{ErrorKind::unavailable, text, call, {}, false};
  if (!probe.load_error.empty()) {
    error.what = fmt::format("CUDA driver not found ({}): {}", kDriverLibrary, probe.load_error);
    error.hint =
        "install the NVIDIA driver, give the container its GPUs (docker run --gpus all), or use --backend host";
  } else if (probe.supported > 0 && probe.supported < probe.needed) {
    error.what = fmt::format("CUDA driver too old: it supports CUDA {}, this program was built with {}",
                             cuda_version_text(probe.supported), cuda_version_text(probe.needed));
    error.hint = "update the NVIDIA driver, install its cuda-compat package, or build with an older CUDA toolkit";
  } else if (!probe.kernel_module) {
    error.what = fmt::format("NVIDIA kernel module not loaded ({} is there): {}", kDriverLibrary, text);
    error.hint = "run `nvidia-smi` to see why, load the module (modprobe nvidia), or use --backend host";
  } else if (!probe.visible_devices.empty()) {
    error.hint =
        fmt::format("{} limits what is seen: unset it, or compare it with `nvidia-smi -L`", probe.visible_devices);
  } else {
    error.hint = "run `nvidia-smi` to see what the driver sees, or use --backend host";
  }
  return error;
}

std::string driver_release() {
  std::ifstream file{kModuleVersion};
  std::string release;
  std::getline(file, release);
  return release;
}

std::string cuda_version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

}  // namespace roofgate
