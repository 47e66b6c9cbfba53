// Where the time went that perfect scaling would not have needed.
#pragma once

#include <optional>

#include "bench/scaling/rank_skew.hpp"
#include "bench/scaling/series.hpp"

namespace roofgate {

/// Shares of the measured time; they add up to 1 - efficiency. What the reference loses in the same way is no loss
/// against it.
struct ParallelLoss {
  std::optional<double> exposed;  ///< steps: communication that did not hide behind compute
  std::optional<double> skew;     ///< waiting for the slowest rank; absent where single ranks' times are not known
  double rest = 0.0;              ///< the rest: every rank's own compute, or the collective itself, got slower
};

/// Where a step's time goes: shares of it, together 1 where all are known. It reads no data, so that it waits for none.
struct StepBuckets {
  std::optional<double> compute;  ///< the median rank's own; with the waiting where single ranks' times are not known
  std::optional<double> exposed;  ///< communication that did not hide behind compute
  std::optional<double> idle;     ///< the median rank's waiting for the slowest
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

/// `compute`: the compute-only variant of the same world, since ranks that meet in a collective end together; null:
/// unknown, and nothing is called compute or exposed. `skew`: of it, or where it is not known of the point itself. The
/// point may be the compute-only variant: nothing is exposed. One rank waits for nobody.
[[nodiscard]] StepBuckets step_buckets(const WorldPoint& point, const WorldPoint* compute,
                                       const std::optional<RankSkew>& skew);

/// Of a step of that efficiency against the reference.
[[nodiscard]] ParallelLoss step_loss(double efficiency, const StepBuckets& own, const StepBuckets& reference);

/// Of a collective: all of it is communication.
[[nodiscard]] ParallelLoss collective_loss(double efficiency, const std::optional<RankSkew>& skew,
                                           const std::optional<RankSkew>& skew_of_reference);

}  // namespace roofgate
