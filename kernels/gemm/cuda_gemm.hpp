// Makes the cuda workload of a GemmSpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/gemm/gemm_spec.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_gemm(const GemmSpec& spec, const CudaContext& context);

}  // namespace roofgate
