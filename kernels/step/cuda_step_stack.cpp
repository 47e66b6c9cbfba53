#include "kernels/step/cuda_step_stack.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/gemm/matmul_problem.hpp"
#include "kernels/gemm/matrix_view.hpp"
#include "kernels/gemm/product_check.hpp"

namespace roofgate {
namespace {

constexpr int kSampledRows = 2;

}  // namespace

CudaStepStack::CudaStepStack(const StepSpec& spec, const CudaContext& context)
    : spec_{spec},
      context_{context},
      layer_elements_{static_cast<std::size_t>(spec.width * spec.width)},
      activation_elements_{static_cast<std::size_t>(spec.width * spec.rank_tokens())} {}

Result<std::unique_ptr<CudaStepStack>> CudaStepStack::make(const StepSpec& spec, const CudaContext& context) {
  std::unique_ptr<CudaStepStack> stack{new CudaStepStack{spec, context}};
  // Layers lie one behind the other: the second is aligned least.
  const std::int64_t layer = std::min<std::int64_t>(1, spec.layers - 1);
  const auto made =
      stack->allocate()
          .and_then([&] {
            return stack->choose(spec.forward_product(), stack->forward_of(layer, 0), false, stack->forward_);
          })
          .and_then([&] {
            return stack->choose(spec.input_gradient_product(), stack->input_gradient_of(layer), false,
                                 stack->input_gradient_);
          })
          .and_then([&] {
            return stack->choose(spec.weight_gradient_product(), stack->weight_gradient_of(layer, 0), false,
                                 stack->weight_gradient_);
          })
          .and_then([&] {
            return stack->choose(spec.weight_gradient_product(), stack->weight_gradient_of(layer, 0), true,
                                 stack->weight_gradient_sum_);
          });
  if (!made) return fail(made.error());
  return stack;
}

Result<void> CudaStepStack::allocate() {
  const auto plain = [](std::size_t bytes, DeviceBuffer& into) {
    return DeviceBuffer::allocate(bytes).map([&](DeviceBuffer made) { into = std::move(made); });
  };
  const auto sets = [this](std::int64_t count, SetBuffer& into) {
    return SetBuffer::allocate(static_cast<std::size_t>(count), activation_elements_ * sizeof(Bf16))
        .map([&](SetBuffer made) { into = std::move(made); });
  };
  return plain(gradient_elements() * sizeof(Bf16), weights_)
      .and_then([&] { return plain(gradient_elements() * sizeof(Bf16), gradients_); })
      .and_then([&] { return plain(activation_elements_ * sizeof(Bf16), output_gradient_); })
      .and_then([&] { return plain(matmul_workspace_bytes(context_.compute_capability), workspace_); })
      .and_then([&] { return sets(spec_.micro_batches, inputs_); })
      .and_then([&] { return sets(spec_.layers, outputs_); })
      .and_then([&] { return sets(spec_.layers, input_gradients_); });
}

Result<void> CudaStepStack::choose(const GemmSpec& spec, const MatmulOperands& least_aligned, bool accumulates,
                                   Product& product) const {
  MatmulProblem problem = matmul_problem(spec, least_aligned, workspace_.bytes());
  problem.accumulates = accumulates;
  Result<Matmul> matmul = Matmul::create(problem);
  if (!matmul) return fail(matmul.error());
  const Result<std::vector<MatmulCandidate>> candidates = matmul->candidates(1);
  if (!candidates) return fail(candidates.error());
  product.spec = spec;
  product.matmul = std::make_unique<Matmul>(std::move(*matmul));
  product.candidate = candidates->front();
  return {};
}

std::byte* CudaStepStack::of_layer(const DeviceBuffer& buffer, std::int64_t layer) const {
  return buffer.data() + static_cast<std::size_t>(layer) * layer_elements_ * sizeof(Bf16);
}

std::byte* CudaStepStack::layer_input(std::int64_t layer, std::int64_t micro_batch) const {
  return layer == 0 ? inputs_.at(static_cast<std::size_t>(micro_batch))
                    : outputs_.at(static_cast<std::size_t>(layer - 1));
}

std::byte* CudaStepStack::gradient_above(std::int64_t layer) const {
  return layer + 1 < spec_.layers ? input_gradients_.at(static_cast<std::size_t>(layer + 1)) : output_gradient_.data();
}

MatmulOperands CudaStepStack::forward_of(std::int64_t layer, std::int64_t micro_batch) const {
  return {of_layer(weights_, layer), layer_input(layer, micro_batch), nullptr,
          outputs_.at(static_cast<std::size_t>(layer))};
}

MatmulOperands CudaStepStack::weight_gradient_of(std::int64_t layer, std::int64_t micro_batch) const {
  return {layer_input(layer, micro_batch), gradient_above(layer), nullptr, of_layer(gradients_, layer)};
}

MatmulOperands CudaStepStack::input_gradient_of(std::int64_t layer) const {
  return {of_layer(weights_, layer), gradient_above(layer), nullptr,
          input_gradients_.at(static_cast<std::size_t>(layer))};
}

Result<void> CudaStepStack::fill(std::uint64_t seed, int rank) {
  const auto normal = [&](std::byte* data, std::size_t elements, std::uint64_t tensor) {
    return fill_normal(data, elements, DType::bf16, RandomKey{seed, tensor}, context_.stream);
  };
  if (auto ok = normal(weights_.data(), gradient_elements(), 0); !ok) return ok;
  // By a power of two near 1/sqrt(width): exact, and keeps the size of activations from layer to layer.
  Result<std::vector<Bf16>> weights = download<Bf16>(weights_.data(), gradient_elements(), context_.stream);
  if (!weights) return fail(weights.error());
  const float scale = std::exp2(-std::round(0.5F * std::log2(static_cast<float>(spec_.width))));
  for (Bf16& weight : *weights) weight = to_bf16(to_float(weight) * scale);
  if (auto ok = copy_to_device(weights_.data(), weights->data(), weights->size() * sizeof(Bf16), context_.stream);
      !ok) {
    return ok;
  }
  const std::uint64_t tensors = static_cast<std::uint64_t>(spec_.micro_batches) + 1;
  std::uint64_t tensor = 1 + static_cast<std::uint64_t>(rank) * tensors;
  for (std::int64_t batch = 0; batch < spec_.micro_batches; ++batch) {
    if (auto ok = normal(inputs_.at(static_cast<std::size_t>(batch)), activation_elements_, tensor++); !ok) return ok;
  }
  if (auto ok = normal(output_gradient_.data(), activation_elements_, tensor); !ok) return ok;
  return synchronize(context_.stream);
}

Result<void> CudaStepStack::launch(const Product& product, const MatmulOperands& operands) const {
  return product.matmul->launch(product.candidate, operands, workspace_.data(), context_.stream);
}

Result<void> CudaStepStack::run_batch(std::int64_t micro_batch, bool accumulates, bool is_last,
                                      const OnReady& on_ready) const {
  for (std::int64_t layer = 0; layer < spec_.layers; ++layer) {
    if (auto ok = launch(forward_, forward_of(layer, micro_batch)); !ok) return ok;
  }
  for (std::int64_t layer = spec_.layers - 1; layer >= 0; --layer) {
    if (spec_.recompute) {
      if (auto ok = launch(forward_, forward_of(layer, micro_batch)); !ok) return ok;
    }
    // The gradient of the weights first: its reduction can start while that of the input is computed.
    const Product& product = accumulates ? weight_gradient_sum_ : weight_gradient_;
    if (auto ok = launch(product, weight_gradient_of(layer, micro_batch)); !ok) return ok;
    if (is_last) {
      if (auto ok = on_ready(layer); !ok) return ok;
    }
    if (auto ok = launch(input_gradient_, input_gradient_of(layer)); !ok) return ok;
  }
  return {};
}

Result<void> CudaStepStack::run(const OnReady& on_ready) const {
  for (std::int64_t batch = 0; batch < spec_.micro_batches; ++batch) {
    if (auto ok = run_batch(batch, batch > 0, batch + 1 == spec_.micro_batches, on_ready); !ok) return ok;
  }
  return {};
}

Result<void> CudaStepStack::run_alone(std::int64_t micro_batch) const {
  return run_batch(micro_batch, false, false, [](std::int64_t) -> Result<void> { return {}; });
}

Result<Check> CudaStepStack::check_product(const Product& product, const MatmulOperands& operands,
                                           std::uint64_t seed) const {
  const GemmSpec& spec = product.spec;
  MatrixView a{nullptr, spec.m, spec.k, spec.lda(), spec.transpose_a == Transpose::transposed};
  MatrixView b{nullptr, spec.k, spec.n, spec.ldb(), spec.transpose_b == Transpose::transposed};
  MatrixView d{nullptr, spec.m, spec.n, spec.ldd(), false};
  const auto host_a = download<Bf16>(operands.a, a.extent(), context_.stream);
  if (!host_a) return fail(host_a.error());
  const auto host_b = download<Bf16>(operands.b, b.extent(), context_.stream);
  if (!host_b) return fail(host_b.error());
  const auto host_d = download<Bf16>(operands.d, d.extent(), context_.stream);
  if (!host_d) return fail(host_d.error());
  a.data = host_a->data();
  b.data = host_b->data();
  d.data = host_d->data();
  return check_sampled_rows(a, b, d, nullptr, kSampledRows, seed);
}

Result<Check> CudaStepStack::check_products(std::int64_t micro_batch, std::uint64_t seed) const {
  Check worst{true, 0.0, ""};
  for (std::int64_t layer = 0; layer < spec_.layers && worst.passed; ++layer) {
    for (const auto& [product, operands] : {std::pair{&forward_, forward_of(layer, micro_batch)},
                                            std::pair{&weight_gradient_, weight_gradient_of(layer, micro_batch)},
                                            std::pair{&input_gradient_, input_gradient_of(layer)}}) {
      Result<Check> check = check_product(*product, operands, seed);
      if (!check) return check;
      if (worst.passed && (!check->passed || check->worst_error > worst.worst_error)) worst = *check;
    }
  }
  return worst;
}

std::size_t CudaStepStack::queue_cost() const {
  const auto products = static_cast<std::size_t>(spec_.layers * (spec_.recompute ? 4 : 3) * spec_.micro_batches);
  return products * kMatmulQueueCost;
}

}  // namespace roofgate
