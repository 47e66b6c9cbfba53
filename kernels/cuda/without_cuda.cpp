// The CUDA platform of a build without CUDA: it links and says so.
#include "kernels/cuda/without_cuda.hpp"

#include "kernels/cuda/cuda_platform.hpp"
#include "kernels/cuda/profile_range.hpp"

namespace roofgate {

Result<std::vector<CudaDevice>> cuda_devices() { return no_cuda_backend(); }

std::vector<std::pair<std::string, std::string>> cuda_software() { return {}; }

Result<std::unique_ptr<CudaPlatform>> make_cuda_platform(int /*device*/) { return no_cuda_backend(); }

ProfileRange::ProfileRange(const std::string& /*name*/) {}
ProfileRange::~ProfileRange() = default;

}  // namespace roofgate
