// The device's stack of products: weights, activations and gradients of one rank, and the passes over them. Knows no
// transport. Internal to the CUDA side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/cuda/cublaslt.hpp"
#include "kernels/step/step_spec.hpp"

namespace roofgate {

class CudaStepStack {
 public:
  /// `unavailable` where memory or cuBLASLt's products are missing.
  [[nodiscard]] static Result<std::unique_ptr<CudaStepStack>> make(const StepSpec& spec, const CudaContext& context);

  /// Weights from `seed`, the same on every rank; inputs and the gradient of the output differ by `rank`. Waits.
  [[nodiscard]] Result<void> fill(std::uint64_t seed, int rank);

  /// Told when the gradient of `layer` is queued for the last time.
  using OnReady = std::function<Result<void>(std::int64_t layer)>;

  /// Queues forward and backward of every micro batch.
  [[nodiscard]] Result<void> run(const OnReady& on_ready) const;
  /// One micro batch alone: its gradients replace what is there.
  [[nodiscard]] Result<void> run_alone(std::int64_t micro_batch) const;

  /// Sampled rows of every layer's products after `run_alone(micro_batch)`, against double. Waits.
  [[nodiscard]] Result<Check> check_products(std::int64_t micro_batch, std::uint64_t seed) const;

  [[nodiscard]] std::byte* gradients() const { return gradients_.data(); }
  [[nodiscard]] std::size_t layer_elements() const { return layer_elements_; }
  [[nodiscard]] std::size_t gradient_elements() const {
    return static_cast<std::size_t>(spec_.layers) * layer_elements_;
  }
  [[nodiscard]] std::size_t queue_cost() const;
  /// Of the forward product.
  [[nodiscard]] std::map<std::string, std::string> algorithm() const { return forward_.candidate.describe(); }

 private:
  struct Product {
    GemmSpec spec;
    std::unique_ptr<Matmul> matmul;
    MatmulCandidate candidate;
  };

  CudaStepStack(const StepSpec& spec, const CudaContext& context);
  [[nodiscard]] Result<void> allocate();
  [[nodiscard]] Result<void> choose(const GemmSpec& spec, const MatmulOperands& least_aligned, bool accumulates,
                                    Product& product) const;
  [[nodiscard]] Result<void> launch(const Product& product, const MatmulOperands& operands) const;
  [[nodiscard]] Result<void> run_batch(std::int64_t micro_batch, bool accumulates, bool is_last,
                                       const OnReady& on_ready) const;
  [[nodiscard]] Result<Check> check_product(const Product& product, const MatmulOperands& operands,
                                            std::uint64_t seed) const;

  [[nodiscard]] MatmulOperands forward_of(std::int64_t layer, std::int64_t micro_batch) const;
  [[nodiscard]] MatmulOperands weight_gradient_of(std::int64_t layer, std::int64_t micro_batch) const;
  [[nodiscard]] MatmulOperands input_gradient_of(std::int64_t layer) const;
  [[nodiscard]] std::byte* layer_input(std::int64_t layer, std::int64_t micro_batch) const;
  [[nodiscard]] std::byte* gradient_above(std::int64_t layer) const;
  [[nodiscard]] std::byte* of_layer(const DeviceBuffer& buffer, std::int64_t layer) const;

  StepSpec spec_;
  CudaContext context_;
  std::size_t layer_elements_;
  std::size_t activation_elements_;
  Product forward_, input_gradient_, weight_gradient_, weight_gradient_sum_;
  DeviceBuffer weights_, gradients_, workspace_;
  SetBuffer inputs_, outputs_, input_gradients_;  ///< by micro batch; by layer
  DeviceBuffer output_gradient_;                  ///< stands for the loss
};

}  // namespace roofgate
