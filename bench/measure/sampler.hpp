// Takes one sample: a batch of launches timed on every rank together.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/platform.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

struct Sample {
  Seconds region;                   ///< the whole batch on the slowest rank
  Seconds time;                     ///< the same per iteration
  std::vector<double> rank_time_s;  ///< per iteration, in rank order
};

class Sampler {
 public:
  /// All outlive the sampler.
  Sampler(Workload& workload, Platform& platform, World& world, bool expose_launch)
      : workload_{workload}, platform_{platform}, world_{world}, expose_launch_{expose_launch} {}

  /// `iterations` launches, on the buffer sets that follow those of the last call. In a larger world all ranks leave a
  /// barrier together; the sample is the slowest rank's, because a collective is done when its last rank is. A failure
  /// on one rank is an error on every rank.
  [[nodiscard]] Result<Sample> take(std::size_t iterations);

 private:
  Workload& workload_;
  Platform& platform_;
  World& world_;
  bool expose_launch_;
  std::size_t next_launch_ = 0;
};

}  // namespace roofgate
