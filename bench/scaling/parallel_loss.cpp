#include "bench/scaling/parallel_loss.hpp"

#include <algorithm>

namespace roofgate {
namespace {

/// Share of a time that its slowest rank adds to another's.
double waiting_share(double ratio) { return 1.0 - 1.0 / ratio; }

/// What of a share the reference does not have. The reference's time is `efficiency` of this one's.
std::optional<double> beyond(double efficiency, std::optional<double> own, std::optional<double> reference) {
  return own && reference ? std::optional{*own - efficiency * *reference} : std::nullopt;
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

StepBuckets step_buckets(const WorldPoint& point, const WorldPoint* compute, const std::optional<RankSkew>& skew) {
  if (point.ranks < 2) return {1.0, 0.0, 0.0};
  StepBuckets shares;
  // A step that overlaps may even be faster than its compute alone, by noise or by another clock: nothing is exposed.
  std::optional<double> compute_share;
  if (compute != nullptr && compute->timing) {
    compute_share = std::min(1.0, (compute->time() / point.time()).value());
    shares.exposed = 1.0 - *compute_share;
  }
  if (skew) shares.idle = compute_share.value_or(1.0) * waiting_share(skew->ratio);
  if (compute_share) shares.compute = *compute_share - shares.idle.value_or(0.0);
  return shares;
}

ParallelLoss step_loss(double efficiency, const StepBuckets& own, const StepBuckets& reference) {
  ParallelLoss loss;
  loss.exposed = beyond(efficiency, own.exposed, reference.exposed);
  loss.skew = beyond(efficiency, own.idle, reference.idle);
  loss.rest = 1.0 - efficiency - loss.skew.value_or(0.0) - loss.exposed.value_or(0.0);
  return loss;
}

ParallelLoss collective_loss(double efficiency, const std::optional<RankSkew>& skew,
                             const std::optional<RankSkew>& skew_of_reference) {
  const auto share = [](const std::optional<RankSkew>& of) {
    return of ? std::optional{waiting_share(of->waiting_ratio)} : std::nullopt;
  };
  ParallelLoss loss;
  loss.skew = beyond(efficiency, share(skew), share(skew_of_reference));
  loss.rest = 1.0 - efficiency - loss.skew.value_or(0.0);
  return loss;
}

}  // namespace roofgate
