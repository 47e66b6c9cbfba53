// The device buffers of a product: A, B, bias and D of every set. Internal to the CUDA side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/base/result.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/cuda/cublaslt.hpp"
#include "kernels/gemm/gemm_spec.hpp"
#include "kernels/gemm/matrix_view.hpp"

namespace roofgate {

/// A matrix copied to the host; the view looks into `memory`.
struct HostMatrix {
  std::vector<Bf16> memory;
  MatrixView view;
};

class GemmSets {
 public:
  [[nodiscard]] static Result<GemmSets> allocate(const GemmSpec& spec, const CudaContext& context);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] MatmulOperands operands(std::size_t set) const;
  /// What cuBLASLt is told: true alignments of the pointers, no better.
  [[nodiscard]] MatmulProblem problem(bool bias_gelu) const;

  /// Random normal A, B and bias.
  [[nodiscard]] Result<void> fill_normal_inputs(std::size_t set, std::uint64_t seed) const;
  /// A and B whose products are exact (product_check.hpp), and a random normal bias.
  [[nodiscard]] Result<void> fill_exact_inputs(std::size_t set, std::uint64_t seed) const;
  /// NaN everywhere in D, its padding included.
  [[nodiscard]] Result<void> poison_result(std::size_t set) const;

  [[nodiscard]] Result<HostMatrix> download_a(std::size_t set) const;
  [[nodiscard]] Result<HostMatrix> download_b(std::size_t set) const;
  [[nodiscard]] Result<HostMatrix> download_d(std::size_t set) const;
  [[nodiscard]] Result<std::vector<Bf16>> download_bias(std::size_t set) const;

 private:
  GemmSets(const GemmSpec& spec, const CudaContext& context) : spec_{spec}, context_{context} {}
  [[nodiscard]] Result<HostMatrix> download(const SetBuffer& buffer, std::size_t set, MatrixView shape) const;
  [[nodiscard]] MatrixView shape_a() const;
  [[nodiscard]] MatrixView shape_b() const;
  [[nodiscard]] MatrixView shape_d() const;

  GemmSpec spec_;
  CudaContext context_;
  std::size_t count_ = 0;
  SetBuffer a_, b_, bias_, d_;
};

inline constexpr Bf16 kGemmPoison{0xffff};

}  // namespace roofgate
