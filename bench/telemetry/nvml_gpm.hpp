// A device's performance counters over a window, through NVML's GPM: Hopper and newer. Costs two calls a window, and no
// replay of kernels as a profiler's does.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bench/record/record.hpp"
#include "bench/telemetry/nvml_library.hpp"

namespace roofgate {

/// Windows shorter than this are not resolved: the counters are refreshed about every 0.1 s (NVIDIA's DCGM samples
/// them no faster).
inline constexpr Seconds kShortestGpmWindow{0.1};

class NvmlGpm {
 public:
  /// None where driver or device has no GPM; `why` then says so.
  [[nodiscard]] static std::optional<NvmlGpm> create(std::shared_ptr<const NvmlLibrary> library, nvml::Device device,
                                                     std::string& why);
  NvmlGpm(const NvmlGpm&) = delete;
  NvmlGpm& operator=(const NvmlGpm&) = delete;
  NvmlGpm(NvmlGpm&& other) noexcept;
  NvmlGpm& operator=(NvmlGpm&&) = delete;
  ~NvmlGpm();

  void begin();
  /// Means since begin(); nothing if a call failed or the window was too short.
  [[nodiscard]] std::optional<Activity> end(Seconds window);

 private:
  NvmlGpm(std::shared_ptr<const NvmlLibrary> library, nvml::Device device, nvml::GpmSample first, nvml::GpmSample last)
      : library_{std::move(library)}, device_{device}, first_{first}, last_{last} {}

  std::shared_ptr<const NvmlLibrary> library_;
  nvml::Device device_;
  nvml::GpmSample first_;
  nvml::GpmSample last_;
  bool began_ = false;
};

}  // namespace roofgate
