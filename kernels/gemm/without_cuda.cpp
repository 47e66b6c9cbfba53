// The CUDA workload of a build without CUDA: it links and says so.
#include "kernels/cuda/without_cuda.hpp"
#include "kernels/gemm/cuda_gemm.hpp"

namespace roofgate {

Result<std::unique_ptr<Workload>> make_cuda_gemm(const GemmSpec& /*spec*/, const CudaContext& /*context*/) {
  return no_cuda_backend();
}

}  // namespace roofgate
