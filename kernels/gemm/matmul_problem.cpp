#include "kernels/gemm/matmul_problem.hpp"

#include <cstdint>

#include "kernels/cuda/geometry.hpp"

namespace roofgate {
namespace {

std::uint32_t alignment_of(const std::byte* data) { return address_alignment(reinterpret_cast<std::uintptr_t>(data)); }

}  // namespace

MatmulProblem matmul_problem(const GemmSpec& spec, const MatmulOperands& least_aligned, std::size_t workspace_limit) {
  MatmulProblem problem;
  problem.transpose_a = spec.transpose_a == Transpose::transposed;
  problem.transpose_b = spec.transpose_b == Transpose::transposed;
  problem.m = spec.m;
  problem.n = spec.n;
  problem.k = spec.k;
  problem.lda = spec.lda();
  problem.ldb = spec.ldb();
  problem.ldd = spec.ldd();
  problem.alignment_a = alignment_of(least_aligned.a);
  problem.alignment_b = alignment_of(least_aligned.b);
  problem.alignment_d = alignment_of(least_aligned.d);
  problem.workspace_limit = workspace_limit;
  return problem;
}

}  // namespace roofgate
