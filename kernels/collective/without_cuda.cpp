// The CUDA workload of a build without CUDA: it links and says so.
#include "kernels/cuda/without_cuda.hpp"
#include "kernels/collective/cuda_collective.hpp"

namespace roofgate {

Result<std::unique_ptr<Workload>> make_cuda_collective(const CollectiveSpec& /*spec*/, const CudaContext& /*context*/,
                                                       World& /*world*/) {
  return no_cuda_backend();
}

}  // namespace roofgate
