// The CUDA workload of a build without CUDA: it links and says so.
#include "kernels/cuda/without_cuda.hpp"
#include "kernels/ceiling/cuda_ceiling.hpp"

namespace roofgate {

Result<std::unique_ptr<Workload>> make_cuda_ceiling(const CeilingSpec& /*spec*/, const CudaContext& /*context*/) {
  return no_cuda_backend();
}

}  // namespace roofgate
