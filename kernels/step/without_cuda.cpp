// The CUDA step of a build without CUDA: it links and says so.
#include "kernels/cuda/without_cuda.hpp"
#include "kernels/step/cuda_step.hpp"

namespace roofgate {

Result<std::unique_ptr<Workload>> make_cuda_step(const StepSpec& /*spec*/, const CudaContext& /*context*/,
                                                 World& /*world*/) {
  return no_cuda_backend();
}

}  // namespace roofgate
