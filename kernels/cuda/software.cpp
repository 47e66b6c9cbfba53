// cuda_software(): versions as loaded, not as compiled against.
#include <cuda_runtime_api.h>

#include "kernels/cuda/cublaslt.hpp"
#include "kernels/cuda/cuda_platform.hpp"
#include "kernels/cuda/driver.hpp"
#include "kernels/cuda/nccl.hpp"

namespace roofgate {

std::vector<std::pair<std::string, std::string>> cuda_software() {
  std::vector<std::pair<std::string, std::string>> software;
  const auto add = [&](const char* name, std::string version) {
    if (!version.empty()) software.emplace_back(name, std::move(version));
  };
  int driver = 0;
  int runtime = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  add("driver", driver_release());
  if (driver > 0) add("driver_cuda", cuda_version_text(driver));
  if (runtime > 0) add("cuda_runtime", cuda_version_text(runtime));
  add("cublaslt", cublaslt_version());
  add("nccl", nccl_version());
  return software;
}

}  // namespace roofgate
