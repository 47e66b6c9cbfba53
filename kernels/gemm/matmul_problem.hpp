// What cuBLASLt is asked for a product. Internal to the CUDA side.
#pragma once

#include <cstddef>

#include "kernels/cuda/cublaslt.hpp"
#include "kernels/gemm/gemm_spec.hpp"

namespace roofgate {

/// Without epilogue. Promises the alignment that the pointers of `least_aligned` have, and no better: of several
/// launches with one problem these are the operands that are aligned least. `workspace_limit` in bytes.
[[nodiscard]] MatmulProblem matmul_problem(const GemmSpec& spec, const MatmulOperands& least_aligned,
                                           std::size_t workspace_limit);

}  // namespace roofgate
