// The data-parallel training step: what a case asks for and its FLOP and byte model. Pure: no library, no transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"
#include "kernels/base/world.hpp"
#include "kernels/gemm/gemm_spec.hpp"

namespace roofgate {

/// compute: no communication. serial: gradients are reduced after the backward pass. overlap: bucket by bucket, each as
/// soon as its last gradient is there.
enum class StepVariant { compute, serial, overlap };

/// weak: tokens are each rank's, so the work grows with the world. strong: they are shared out among the ranks.
enum class StepScaling { weak, strong };

[[nodiscard]] std::string_view name_of(StepVariant variant);
[[nodiscard]] std::string_view name_of(StepScaling scaling);

/// A stack of `layers` products Y = W^T X of bf16 with one width, as linear layers without bias or activation: what is
/// between a real model's products is memory traffic that elementwise cases measure.
struct StepSpec {
  StepVariant variant = StepVariant::overlap;
  StepScaling scaling = StepScaling::weak;
  std::int64_t layers = 1;
  std::int64_t width = 0;
  std::int64_t tokens = 0;         ///< of one micro batch: of each rank (weak), of all ranks (strong)
  std::int64_t micro_batches = 1;  ///< gradients are summed over them before they are reduced
  std::int64_t bucket_bytes = 0;
  bool recompute = false;  ///< each layer's output is computed again in the backward pass
  int ranks = 1;           ///< set from the world that measures, never by a suite

  /// `step/dp/overlap/weak/layers4width1024tokens256x1/bucket4194304[/recompute]/ranks2`.
  [[nodiscard]] std::string id() const;

  [[nodiscard]] std::int64_t rank_tokens() const;       ///< of one rank in one micro batch
  [[nodiscard]] std::int64_t step_tokens() const;       ///< of all ranks in a step
  [[nodiscard]] std::int64_t model_parameters() const;  ///< layers x width^2
  [[nodiscard]] Bytes gradient_bytes() const;

  /// Of one rank. FLOP: a product of P parameters and T tokens is 2PT; forward, gradient of the input and gradient of
  /// the weights make 6PT, recomputing another 2PT. Bytes: each product reads its operands and writes its result once;
  /// from the second micro batch on gradients are read too. link_bytes: the gradients, 0 for compute.
  [[nodiscard]] Work work() const;

  [[nodiscard]] Result<void> validate() const;

  /// Strong scaling needs tokens that the ranks divide.
  [[nodiscard]] bool exists_among(int world_ranks) const;

  /// validate, and whether it was made for this world and exists in it.
  [[nodiscard]] Result<void> validate_in(const World& world) const;

  /// The three products of a layer, column-major: Y = W^T X, dX = W dY, dW = X dY^T.
  [[nodiscard]] GemmSpec forward_product() const;
  [[nodiscard]] GemmSpec input_gradient_product() const;
  [[nodiscard]] GemmSpec weight_gradient_product() const;
};

/// Gradients that are reduced together: those of layers [first, last], which the backward pass reaches from the last.
struct GradientBucket {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// In the order in which they become ready: from the last layer down, each closed when it holds `bucket_bytes`.
[[nodiscard]] std::vector<GradientBucket> buckets_of(const StepSpec& spec);

}  // namespace roofgate
