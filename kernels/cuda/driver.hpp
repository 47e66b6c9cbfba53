// Why CUDA does not answer on this machine, in words that name exactly what is missing. Includes no CUDA header.
#pragma once

#include <string>

#include "kernels/base/result.hpp"

namespace roofgate {

/// What can be known about the driver without a device.
struct DriverProbe {
  std::string load_error;       ///< why libcuda.so.1 could not be loaded; empty if it could
  int supported = 0;            ///< highest CUDA version of the driver, 1000 x major + 10 x minor; 0 without a driver
  int needed = 0;               ///< CUDA version of the runtime in this program
  bool kernel_module = false;   ///< /proc/driver/nvidia/version exists
  std::string visible_devices;  ///< CUDA_VISIBLE_DEVICES as "CUDA_VISIBLE_DEVICES=…"; empty if unset
};

[[nodiscard]] DriverProbe probe_driver();

/// `unavailable`. `text` is the runtime's own sentence, used where the probe finds nothing more exact. Pure.
[[nodiscard]] Error explain_absence(const std::string& text, const std::string& call, const DriverProbe& probe);

/// The driver's release, "580.65.06", from the kernel module; empty where it is not loaded.
[[nodiscard]] std::string driver_release();

/// "13.0" of 13000. Pure.
[[nodiscard]] std::string cuda_version_text(int version);

}  // namespace roofgate
