// The CUDA workload of a build without CUDA: it links and says so.
#include "kernels/cuda/without_cuda.hpp"
#include "kernels/collective/cuda_allreduce.hpp"

namespace roofgate {

Result<std::unique_ptr<Workload>> make_cuda_allreduce(const AllreduceSpec& /*spec*/, const CudaContext& /*context*/,
                                                      World& /*world*/) {
  return no_cuda_backend();
}

}  // namespace roofgate
