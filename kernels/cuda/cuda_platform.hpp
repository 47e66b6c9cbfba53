// One CUDA device as a platform: events on its stream. Includes no CUDA header.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/platform.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/cuda/context.hpp"

namespace roofgate {

/// What the runtime says of one device.
struct CudaDevice {
  int index = 0;
  std::string name;
  std::string uuid;
  std::string pci_bus_id;
  int compute_capability = 0;  ///< 10 x major + minor
  int multiprocessors = 0;
  Bytes memory;
  Bytes l2_cache;
  Hertz sm_clock;
  Hertz memory_clock;
  int memory_bus_bits = 0;
};

/// What records call this backend: "cuda", or "cuda-emulated" where the runtime is a stand-in and times mean nothing.
[[nodiscard]] std::string_view cuda_backend_name();

/// The visible devices. No driver, no device, or a driver older than the runtime: `unavailable`, naming what is
/// missing.
[[nodiscard]] Result<std::vector<CudaDevice>> cuda_devices();

/// Versions as loaded: "driver", "cuda_runtime", "cublaslt", "nccl".
[[nodiscard]] std::vector<std::pair<std::string, std::string>> cuda_software();

class CudaPlatform : public Platform {
 public:
  [[nodiscard]] virtual CudaContext context(CacheState cache) const = 0;
};

[[nodiscard]] Result<std::unique_ptr<CudaPlatform>> make_cuda_platform(int device);

}  // namespace roofgate
