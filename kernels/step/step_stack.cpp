#include "kernels/step/step_stack.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/gemm/matrix_view.hpp"
#include "kernels/gemm/product_check.hpp"
#include "kernels/host/random_fill.hpp"

namespace roofgate {
namespace {

constexpr int kSampledRows = 2;

/// By a power of two near 1/sqrt(width): exact, and keeps the size of activations from layer to layer.
void scale_weights(Bf16* weights, std::size_t count, std::int64_t width) {
  const float scale = std::exp2(-std::round(0.5F * std::log2(static_cast<float>(width))));
  for (std::size_t i = 0; i < count; ++i) weights[i] = to_bf16(to_float(weights[i]) * scale);
}

MatrixView view(const GemmSpec& spec, const Bf16* data, char operand) {
  if (operand == 'a') {
    return MatrixView{data, spec.m, spec.k, spec.lda(), spec.transpose_a == Transpose::transposed};
  }
  if (operand == 'b') {
    return MatrixView{data, spec.k, spec.n, spec.ldb(), spec.transpose_b == Transpose::transposed};
  }
  return MatrixView{data, spec.m, spec.n, spec.ldd(), false};
}

}  // namespace

StepStack::StepStack(const StepSpec& spec)
    : spec_{spec},
      layer_elements_{static_cast<std::size_t>(spec.width * spec.width)},
      activation_elements_{static_cast<std::size_t>(spec.width * spec.rank_tokens())} {}

Result<std::unique_ptr<StepStack>> StepStack::make(const StepSpec& spec, int threads) {
  std::unique_ptr<StepStack> stack{new StepStack{spec}};
  stack->threads_ = threads;
  Carver measure;
  stack->carve(measure);
  Result<HostBuffer> memory = HostBuffer::allocate(measure.used());
  if (!memory) return fail(memory.error());
  stack->memory_ = std::move(*memory);
  Carver carver{stack->memory_};
  stack->carve(carver);
  omp_set_num_threads(threads);  // oneDNN divides the work when a primitive is made
  if (auto made = stack->make_products(); !made) return fail(made.error());
  stack->bind();
  return stack;
}

Result<void> StepStack::make_products() {
  const auto make = [](const GemmSpec& spec, bool accumulates, std::unique_ptr<OnednnMatmul>& into) -> Result<void> {
    auto made = OnednnMatmul::make(spec, false, accumulates);
    if (!made) return fail(made.error());
    into = std::move(*made);
    return {};
  };
  if (auto ok = make(spec_.forward_product(), false, forward_); !ok) return ok;
  if (auto ok = make(spec_.input_gradient_product(), false, input_gradient_); !ok) return ok;
  if (auto ok = make(spec_.weight_gradient_product(), false, weight_gradient_); !ok) return ok;
  if (spec_.micro_batches == 1) return {};
  return make(spec_.weight_gradient_product(), true, weight_gradient_sum_);
}

void StepStack::carve(Carver& carver) {
  const auto layers = static_cast<std::size_t>(spec_.layers);
  weights_ = carver.take<Bf16>(layers * layer_elements_);
  gradients_ = carver.take<Bf16>(layers * layer_elements_);
  const auto take = [&](std::size_t count, std::vector<Bf16*>& into) {
    into.resize(count);
    for (Bf16*& each : into) each = carver.take<Bf16>(activation_elements_);
  };
  take(static_cast<std::size_t>(spec_.micro_batches), inputs_);
  take(layers, outputs_);
  take(layers, input_gradients_);
  output_gradient_ = carver.take<Bf16>(activation_elements_);
}

StepStack::Call StepStack::call(const OnednnMatmul& matmul, Bf16* a, Bf16* b, Bf16* d) const {
  const MatmulBuffers buffers{a, b, nullptr, d};
  return Call{&matmul, matmul.bind(buffers), buffers};
}

Bf16* StepStack::layer_input(std::int64_t layer, std::int64_t micro_batch) const {
  return layer == 0 ? inputs_[static_cast<std::size_t>(micro_batch)] : outputs_[static_cast<std::size_t>(layer - 1)];
}

void StepStack::bind() {
  const auto batches = static_cast<std::size_t>(spec_.micro_batches);
  forward_calls_.resize(batches);
  gradient_calls_.resize(batches);
  accumulate_calls_.resize(batches);
  for (std::int64_t layer = 0; layer < spec_.layers; ++layer) {
    const auto at = static_cast<std::size_t>(layer);
    Bf16* const weight = weights_ + at * layer_elements_;
    Bf16* const gradient = gradients_ + at * layer_elements_;
    Bf16* const from_above = layer + 1 < spec_.layers ? input_gradients_[at + 1] : output_gradient_;
    for (std::size_t batch = 0; batch < batches; ++batch) {
      Bf16* const input = layer_input(layer, static_cast<std::int64_t>(batch));
      forward_calls_[batch].push_back(call(*forward_, weight, input, outputs_[at]));
      gradient_calls_[batch].push_back(call(*weight_gradient_, input, from_above, gradient));
      if (weight_gradient_sum_ == nullptr) continue;
      accumulate_calls_[batch].push_back(call(*weight_gradient_sum_, input, from_above, gradient));
    }
    input_gradient_calls_.push_back(call(*input_gradient_, weight, from_above, input_gradients_[at]));
  }
}

void StepStack::fill(std::uint64_t weight_seed, std::uint64_t data_seed) {
  const std::size_t weights = static_cast<std::size_t>(spec_.layers) * layer_elements_;
  fill_normal(weights_, weights, weight_seed);
  scale_weights(weights_, weights, spec_.width);
  for (std::size_t batch = 0; batch < inputs_.size(); ++batch) {
    fill_normal(inputs_[batch], activation_elements_, derive_seed(data_seed, batch, 0));
  }
  fill_normal(output_gradient_, activation_elements_, derive_seed(data_seed, 0, 1));
  poison(gradients_, weights * sizeof(Bf16));
}

Result<void> StepStack::run_call(const Call& call, std::int64_t ready, const OnProduct& on_product) const {
  if (auto done = call.matmul->run(*call.arguments); !done) return done;
  return on_product(ready);
}

Result<void> StepStack::run_batch(std::int64_t micro_batch, bool accumulates, bool is_last,
                                  const OnProduct& on_product) {
  const auto batch = static_cast<std::size_t>(micro_batch);
  omp_set_num_threads(threads_);
  for (const Call& forward : forward_calls_[batch]) {
    if (auto done = run_call(forward, -1, on_product); !done) return done;
  }
  for (std::int64_t layer = spec_.layers - 1; layer >= 0; --layer) {
    const auto at = static_cast<std::size_t>(layer);
    if (spec_.recompute) {
      if (auto done = run_call(forward_calls_[batch][at], -1, on_product); !done) return done;
    }
    // The gradient of the weights first: its reduction can start while that of the input is computed.
    const Call& gradient = (accumulates ? accumulate_calls_ : gradient_calls_)[batch][at];
    if (auto done = run_call(gradient, is_last ? layer : -1, on_product); !done) return done;
    if (auto done = run_call(input_gradient_calls_[at], -1, on_product); !done) return done;
  }
  return {};
}

Result<void> StepStack::run(const OnProduct& on_product) {
  for (std::int64_t batch = 0; batch < spec_.micro_batches; ++batch) {
    const bool is_last = batch + 1 == spec_.micro_batches;
    if (auto done = run_batch(batch, batch > 0, is_last, on_product); !done) return done;
  }
  return {};
}

Result<void> StepStack::run_alone(std::int64_t micro_batch) {
  return run_batch(micro_batch, false, false, [](std::int64_t) -> Result<void> { return {}; });
}

Check StepStack::check_products(std::int64_t micro_batch, std::uint64_t seed) const {
  const auto batch = static_cast<std::size_t>(micro_batch);
  Check worst{true, 0.0, ""};
  const auto look = [&](const GemmSpec& spec, const Call& call) {
    const Check check = check_sampled_rows(view(spec, call.buffers.a, 'a'), view(spec, call.buffers.b, 'b'),
                                           view(spec, call.buffers.d, 'd'), nullptr, kSampledRows, seed);
    if (worst.passed && (!check.passed || check.worst_error > worst.worst_error)) worst = check;
  };
  for (std::size_t layer = 0; layer < forward_calls_[batch].size(); ++layer) {
    look(spec_.forward_product(), forward_calls_[batch][layer]);
    look(spec_.weight_gradient_product(), gradient_calls_[batch][layer]);
    look(spec_.input_gradient_product(), input_gradient_calls_[layer]);
  }
  return worst;
}

}  // namespace roofgate
