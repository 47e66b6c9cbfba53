// Sums gradient buckets over the ranks of an MPI world, blocking or in the background. Internal to the host side.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/base/result.hpp"
#include "kernels/collective/mpi_reduction.hpp"
#include "kernels/collective/mpi_world_of.hpp"
#include "kernels/step/step_spec.hpp"

namespace roofgate {

class BucketReduction {
 public:
  /// `gradients`: of all layers, in order. `world` null: a world of one rank, where a sum is what it was.
  BucketReduction(const StepSpec& spec, Bf16* gradients, MpiWorld* world);

  /// A layer's gradient is complete; starts the bucket that it completes, if any. Layers come from the last down.
  [[nodiscard]] Result<void> layer_is_ready(std::int64_t layer);

  /// Lets the library move what is under way: MPI need not progress outside its calls (MPI 3.1, section 3.7.4).
  [[nodiscard]] Result<void> progress();

  /// Returns when every bucket that was started is summed.
  [[nodiscard]] Result<void> finish();

  /// All buckets one after another, blocking.
  [[nodiscard]] Result<void> reduce_all();

 private:
  struct Part {
    Bf16* data;
    int count;
  };
  [[nodiscard]] std::vector<Part> parts_of(const GradientBucket& bucket) const;

  std::vector<GradientBucket> buckets_;
  std::size_t layer_elements_;
  Bf16* gradients_;
  MpiWorld* world_;
  std::optional<MpiReduction> reduction_;  ///< none without a world: MPI may not be there
  std::vector<MPI_Request> requests_;
};

}  // namespace roofgate
