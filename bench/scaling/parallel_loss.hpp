// Where the time went that perfect scaling would not have needed.
#pragma once

#include <optional>

#include "bench/scaling/rank_skew.hpp"
#include "bench/scaling/series.hpp"

namespace roofgate {

/// Shares of the measured time; they add up to 1 - efficiency.
struct ParallelLoss {
  std::optional<double> exposed;  ///< steps: communication that did not hide behind compute
  std::optional<double> skew;     ///< waiting for the slowest rank; absent where single ranks' times are not known
  double rest = 0.0;              ///< the rest: every rank's own compute, or the collective itself, got slower
};

/// The three variants of one step at one world size. `compute` has no communication in it.
struct StepVariants {
  const WorldPoint* compute = nullptr;
  const WorldPoint* serial = nullptr;
  const WorldPoint* overlap = nullptr;
};

/// What overlapping left visible: time minus the compute-only time, not below 0. Absent without that.
[[nodiscard]] std::optional<Seconds> exposed_communication(const WorldPoint& point, const StepVariants& variants);

/// Share of the communication that overlapping hid: (serial - overlap) / (serial - compute), in [0, 1]. Absent without
/// all three, or where serial communication takes no time.
[[nodiscard]] std::optional<double> overlap_efficiency(const StepVariants& variants);

/// Of a step: `compute` is the compute-only variant of the same world (null: unknown, and no part is exposed) with its
/// skew, since ranks that meet in a collective end together. `efficiency` of the point itself.
[[nodiscard]] ParallelLoss step_loss(double efficiency, const WorldPoint& point, const WorldPoint* compute,
                                     const std::optional<RankSkew>& skew_of_compute);

/// Of a collective: all of it is communication.
[[nodiscard]] ParallelLoss collective_loss(double efficiency, const std::optional<RankSkew>& skew);

}  // namespace roofgate
