// The host's stack of products: weights, activations and gradients of one rank, and the passes over them. Knows no
// transport. Internal to the host side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/gemm/onednn_matmul.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/step/step_spec.hpp"

namespace roofgate {

class StepStack {
 public:
  /// `unavailable` where memory or oneDNN's products are missing.
  [[nodiscard]] static Result<std::unique_ptr<StepStack>> make(const StepSpec& spec, int threads);

  /// Weights from `weight_seed`, the same on every rank; inputs and the gradient of the output from `data_seed`.
  void fill(std::uint64_t weight_seed, std::uint64_t data_seed);

  /// Told after each product; `ready`: the layer whose gradient is now complete, or -1. An error ends the pass.
  using OnProduct = std::function<Result<void>(std::int64_t ready)>;

  /// Forward and backward of every micro batch.
  [[nodiscard]] Result<void> run(const OnProduct& on_product);
  /// One micro batch alone: its gradients replace what is there.
  [[nodiscard]] Result<void> run_alone(std::int64_t micro_batch);

  /// Sampled rows of every layer's products after `run_alone(micro_batch)`, against double.
  [[nodiscard]] Check check_products(std::int64_t micro_batch, std::uint64_t seed) const;

  /// The gradients of all layers in order: layers x width^2 elements.
  [[nodiscard]] Bf16* gradients() const { return gradients_; }
  [[nodiscard]] std::size_t layer_elements() const { return layer_elements_; }
  [[nodiscard]] std::string implementation() const { return forward_->implementation(); }

 private:
  /// One product of one layer, with the buffers it is bound to.
  struct Call {
    const OnednnMatmul* matmul = nullptr;
    std::unique_ptr<MatmulArguments> arguments;
    MatmulBuffers buffers;
  };

  explicit StepStack(const StepSpec& spec);
  [[nodiscard]] Result<void> make_products();
  void carve(Carver& carver);
  void bind();
  [[nodiscard]] Call call(const OnednnMatmul& matmul, Bf16* a, Bf16* b, Bf16* d) const;
  [[nodiscard]] Result<void> run_batch(std::int64_t micro_batch, bool accumulates, bool is_last,
                                       const OnProduct& on_product);
  [[nodiscard]] Result<void> run_call(const Call& call, std::int64_t ready, const OnProduct& on_product) const;
  [[nodiscard]] Bf16* layer_input(std::int64_t layer, std::int64_t micro_batch) const;

  StepSpec spec_;
  int threads_ = 1;
  std::size_t layer_elements_;
  std::size_t activation_elements_;
  HostBuffer memory_;
  Bf16* weights_ = nullptr;
  Bf16* gradients_ = nullptr;
  std::vector<Bf16*> inputs_;           ///< of each micro batch
  std::vector<Bf16*> outputs_;          ///< of each layer
  Bf16* output_gradient_ = nullptr;     ///< of the last layer: stands for the loss
  std::vector<Bf16*> input_gradients_;  ///< of each layer
  std::unique_ptr<OnednnMatmul> forward_, input_gradient_, weight_gradient_, weight_gradient_sum_;
  std::vector<std::vector<Call>> forward_calls_;     ///< [micro batch][layer]
  std::vector<std::vector<Call>> gradient_calls_;    ///< the same, replacing
  std::vector<std::vector<Call>> accumulate_calls_;  ///< the same, adding
  std::vector<Call> input_gradient_calls_;           ///< [layer]
};

}  // namespace roofgate
