#include "bench/scaling/parallel_loss.hpp"

#include <algorithm>

namespace roofgate {
namespace {

/// Share of a time that its slowest rank adds to the median rank's.
std::optional<double> waiting_share(const std::optional<RankSkew>& skew) {
  return skew ? std::optional{1.0 - 1.0 / skew->ratio} : std::nullopt;
}

}  // namespace

std::optional<Seconds> exposed_communication(const WorldPoint& point, const StepVariants& variants) {
  if (!point.timing || variants.compute == nullptr || !variants.compute->timing) return std::nullopt;
  return std::max(Seconds{}, point.time() - variants.compute->time());
}

std::optional<double> overlap_efficiency(const StepVariants& variants) {
  for (const WorldPoint* point : {variants.compute, variants.serial, variants.overlap}) {
    if (point == nullptr || !point->timing) return std::nullopt;
  }
  const Seconds communication = variants.serial->time() - variants.compute->time();
  if (communication <= Seconds{}) return std::nullopt;
  return std::clamp(((variants.serial->time() - variants.overlap->time()) / communication).value(), 0.0, 1.0);
}

ParallelLoss step_loss(double efficiency, const WorldPoint& point, const WorldPoint* compute,
                       const std::optional<RankSkew>& skew_of_compute) {
  ParallelLoss loss;
  double compute_share = 1.0;
  if (compute != nullptr && compute->timing) {
    compute_share = std::min(1.0, (compute->time() / point.time()).value());
    loss.exposed = 1.0 - compute_share;
  }
  if (const auto waiting = waiting_share(skew_of_compute)) loss.skew = compute_share * *waiting;
  loss.rest = 1.0 - efficiency - loss.skew.value_or(0.0) - loss.exposed.value_or(0.0);
  return loss;
}

ParallelLoss collective_loss(double efficiency, const std::optional<RankSkew>& skew) {
  ParallelLoss loss;
  loss.skew = waiting_share(skew);
  loss.rest = 1.0 - efficiency - loss.skew.value_or(0.0);
  return loss;
}

}  // namespace roofgate
