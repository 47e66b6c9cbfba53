#include "kernels/gemm/gemm_sets.hpp"

#include <utility>

#include "kernels/base/set_count.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/gemm/matmul_problem.hpp"
#include "kernels/gemm/product_check.hpp"

namespace roofgate {
namespace {

enum Tensor : std::uint64_t { kTensorA, kTensorB, kTensorBias, kTensors };

RandomKey key_of(std::uint64_t seed, std::size_t set, Tensor tensor) {
  return RandomKey{seed, set * kTensors + tensor};
}

}  // namespace

MatrixView GemmSets::shape_a() const {
  return MatrixView{nullptr, spec_.m, spec_.k, spec_.lda(), spec_.transpose_a == Transpose::transposed};
}

MatrixView GemmSets::shape_b() const {
  return MatrixView{nullptr, spec_.k, spec_.n, spec_.ldb(), spec_.transpose_b == Transpose::transposed};
}

MatrixView GemmSets::shape_d() const { return MatrixView{nullptr, spec_.m, spec_.n, spec_.ldd(), false}; }

Result<GemmSets> GemmSets::allocate(const GemmSpec& spec, const CudaContext& context) {
  GemmSets sets{spec, context};
  sets.count_ = set_count_for(spec.work().working_set, context.l2_cache, context.cache);
  const auto offset = static_cast<std::size_t>(spec.pointer_offset) * sizeof(Bf16);
  const auto take = [&](SetBuffer& buffer, std::size_t elements) {
    return SetBuffer::allocate(sets.count_, elements * sizeof(Bf16), offset).map([&](SetBuffer made) {
      buffer = std::move(made);
    });
  };
  return take(sets.a_, sets.shape_a().extent())
      .and_then([&] { return take(sets.b_, sets.shape_b().extent()); })
      .and_then([&] { return take(sets.d_, sets.shape_d().extent()); })
      .and_then([&]() -> Result<void> {
        if (spec.epilogue == Epilogue::none) return {};
        return take(sets.bias_, static_cast<std::size_t>(spec.m));
      })
      .map([&] { return std::move(sets); });
}

MatmulOperands GemmSets::operands(std::size_t set) const {
  return MatmulOperands{a_.at(set), b_.at(set), bias_.bytes() == 0 ? nullptr : bias_.at(set), d_.at(set)};
}

MatmulProblem GemmSets::problem(bool bias_gelu) const {
  // Sets are a multiple of 256 bytes apart: the first one's alignment is every one's.
  MatmulProblem problem = matmul_problem(spec_, operands(0), matmul_workspace_bytes(context_.compute_capability));
  problem.bias_gelu = bias_gelu;
  return problem;
}

Result<void> GemmSets::fill_normal_inputs(std::size_t set, std::uint64_t seed) const {
  const auto fill = [&](const SetBuffer& buffer, Tensor tensor) -> Result<void> {
    if (buffer.bytes() == 0) return {};
    return fill_normal(buffer.at(set), buffer.bytes() / sizeof(Bf16), DType::bf16, key_of(seed, set, tensor),
                       context_.stream);
  };
  return fill(a_, kTensorA).and_then([&] { return fill(b_, kTensorB); }).and_then([&] {
    return fill(bias_, kTensorBias);
  });
}

Result<void> GemmSets::fill_exact_inputs(std::size_t set, std::uint64_t seed) const {
  const double density = exact_density(spec_.k);
  const auto fill = [&](const SetBuffer& buffer, Tensor tensor) {
    return fill_signs(buffer.at(set), buffer.bytes() / sizeof(Bf16), density, key_of(seed, set, tensor),
                      context_.stream);
  };
  return fill(a_, kTensorA).and_then([&] { return fill(b_, kTensorB); }).and_then([&]() -> Result<void> {
    if (bias_.bytes() == 0) return {};
    return fill_normal(bias_.at(set), bias_.bytes() / sizeof(Bf16), DType::bf16, key_of(seed, set, kTensorBias),
                       context_.stream);
  });
}

Result<void> GemmSets::poison_result(std::size_t set) const {
  return fill_bytes(d_.at(set), 0xff, d_.bytes(), context_.stream);
}

Result<HostMatrix> GemmSets::download(const SetBuffer& buffer, std::size_t set, MatrixView shape) const {
  return roofgate::download<Bf16>(buffer.at(set), shape.extent(), context_.stream).map([&](std::vector<Bf16> memory) {
    HostMatrix matrix{std::move(memory), shape};
    matrix.view.data = matrix.memory.data();
    return matrix;
  });
}

Result<HostMatrix> GemmSets::download_a(std::size_t set) const { return download(a_, set, shape_a()); }
Result<HostMatrix> GemmSets::download_b(std::size_t set) const { return download(b_, set, shape_b()); }
Result<HostMatrix> GemmSets::download_d(std::size_t set) const { return download(d_, set, shape_d()); }

Result<std::vector<Bf16>> GemmSets::download_bias(std::size_t set) const {
  if (bias_.bytes() == 0) return std::vector<Bf16>{};
  return roofgate::download<Bf16>(bias_.at(set), static_cast<std::size_t>(spec_.m), context_.stream);
}

}  // namespace roofgate
