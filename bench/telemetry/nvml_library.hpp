// The driver's management library, loaded when asked for: a program that has this starts without a driver.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bench/telemetry/nvml_api.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// Initialised while it lives. Calls may come from any thread (NVML is thread-safe).
class NvmlLibrary {
 public:
  NvmlLibrary(const NvmlLibrary&) = delete;
  NvmlLibrary& operator=(const NvmlLibrary&) = delete;
  ~NvmlLibrary();

  [[nodiscard]] const nvml::Functions& call() const { return functions_; }
  /// "580.65.06"; empty if the driver does not say.
  [[nodiscard]] std::string driver_version() const;

 private:
  friend Result<std::shared_ptr<const NvmlLibrary>> load_nvml(const std::string& file);
  explicit NvmlLibrary(const nvml::Functions& functions) : functions_{functions} {}

  nvml::Functions functions_;
};

/// The name that every driver installs; the linker's search path finds it, also in containers.
inline constexpr const char* kNvmlFile = "libnvidia-ml.so.1";

/// `unavailable`, each with its own words: no library (no driver), a library without the needed functions (a driver
/// older than 450), a driver that is not loaded, no permission, a library that does not fit the loaded driver.
[[nodiscard]] Result<std::shared_ptr<const NvmlLibrary>> load_nvml(const std::string& file = kNvmlFile);

/// What a failed call means, in words: "not supported by this device".
[[nodiscard]] std::string_view meaning_of(nvml::Return code);

}  // namespace roofgate
