#include "bench/scaling/efficiency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/roofline/case_facts.hpp"

namespace roofgate {
namespace {

constexpr double kAbove = 1.02;          // less may be noise that an interval did not hold
constexpr Bytes kLatencyBound{1 << 20};  // smaller messages are latency where no fit says how much of them is
constexpr double kMostlyLatency = 0.5;   // of the reference's time: bus bandwidth falls as 1/ranks by nature
constexpr double kSerialised = 1.25;     // throughput of the whole world over the reference's: nothing was gained

/// Time that perfect scaling would take, from the reference's.
double ideal_time(const Series& series, const WorldPoint& point, const WorldPoint& reference) {
  const double at_reference = reference.time().value();
  if (series.collective) {
    const auto traffic = [&](const WorldPoint& world) {
      return world.message() * bus_factor(*series.collective, world.ranks).value();
    };
    return at_reference * (traffic(point) / traffic(reference)).value();
  }
  const double fewer = static_cast<double>(reference.ranks) / static_cast<double>(point.ranks);
  const auto tokens = number_of(*point.measured, "tokens_per_step");
  const auto before = number_of(*reference.measured, "tokens_per_step");
  if (tokens && before && *before > 0.0) return at_reference * (*tokens / *before) * fewer;
  return series.growth == Growth::strong ? at_reference * fewer : at_reference;
}

double flops_per_rank(const Series& series, const WorldPoint& point) {
  const double flops = point.measured->work.flops.value();
  return series.growth == Growth::strong ? flops * point.ranks : flops;
}

/// What bus bandwidth shows above 100 % though nothing is odd: latency does not grow with the traffic.
bool is_bus_factor(double efficiency, const Series& series, const WorldPoint& point, const WorldPoint& reference,
                   double latency_share) {
  if (!series.collective) return false;
  const double growth =
      (bus_factor(*series.collective, point.ranks) / bus_factor(*series.collective, reference.ranks)).value();
  return efficiency <= kAbove * growth / (latency_share + (1.0 - latency_share) * growth);
}

std::string why_above(const Series& series, const WorldPoint& point, const WorldPoint& reference) {
  if (point.algorithm_name != reference.algorithm_name && !point.algorithm_name.empty() &&
      !reference.algorithm_name.empty()) {
    return fmt::format("another algorithm than with {} ranks ({}, {})", reference.ranks, reference.algorithm_name,
                       point.algorithm_name);
  }
  if (reference.timing->disturbed) return fmt::format("the reference of {} ranks was disturbed", reference.ranks);
  const double before = flops_per_rank(series, reference);
  const double now = flops_per_rank(series, point);
  if (before > 0.0 && std::abs(now / before - 1.0) > 0.01) return "each rank does other work than in the reference";
  const auto cache_of = [](const WorldPoint& world) { return world.record->environment.cpu.last_level_cache; };
  const Case& small = *point.measured;
  if (series.growth == Growth::strong && small.work.working_set < reference.measured->work.working_set) {
    return "each rank's share is smaller and may stay in cache";
  }
  if (point.record->environment.backend == "host" && cache_of(point) > Bytes{} &&
      small.work.working_set < 2.0 * cache_of(point)) {
    return "the data may stay in cache";
  }
  return fmt::format("the reference of {} ranks was slow, or the work differs", reference.ranks);
}

std::string warning_of(const Efficiency& efficiency, const Series& series, const WorldPoint& point,
                       const WorldPoint& reference, double latency_share) {
  if (efficiency.value > kAbove && efficiency.low.value_or(efficiency.value) > 1.0) {
    const bool is_same_algorithm = point.algorithm_name.empty() || reference.algorithm_name.empty() ||
                                   point.algorithm_name == reference.algorithm_name;
    if (is_same_algorithm && !reference.timing->disturbed &&
        is_bus_factor(efficiency.value, series, point, reference, latency_share)) {
      return fmt::format("above 100 %: latency, which does not grow as the bus factor does from {} to {} ranks",
                         reference.ranks, point.ranks);
    }
    return "above 100 %: " + why_above(series, point, reference);
  }
  const double gained = efficiency.value * point.ranks / reference.ranks;
  const bool is_latency = series.collective && latency_share > kMostlyLatency;
  if (point.ranks > reference.ranks && gained < kSerialised && !is_latency) {
    return series.collective ? "falls as 1/ranks: do ranks share a device or a link?"
                             : "looks serialised: are the ranks on distinct devices?";
  }
  return {};
}

}  // namespace

const WorldPoint* reference_of(const Series& series) {
  if (!series.collective && !series.is_step()) return nullptr;
  const int least = series.collective ? 2 : 1;
  for (const bool disturbed : {false, true}) {
    for (const WorldPoint& point : series.points) {
      if (point.ranks < least || point.is_oversubscribed || !point.timing) continue;
      if (point.timing->disturbed == disturbed) return &point;
    }
  }
  return nullptr;
}

std::optional<Efficiency> efficiency_of(const Series& series, const WorldPoint& point, const WorldPoint& reference,
                                        std::optional<double> latency_share) {
  if (!point.timing || point.is_oversubscribed || point.ranks < reference.ranks) return std::nullopt;
  if (series.collective && std::min(reference.message(), point.message()) <= Bytes{}) return std::nullopt;
  Efficiency result;
  result.reference_ranks = reference.ranks;
  result.value = ideal_time(series, point, reference) / point.time().value();
  const auto own = point.timing->half_width;
  const auto other = reference.timing->half_width;
  if (&point == &reference) return result;
  if (own && other) {
    // Both are relative half widths of independent times: on the log scale they add as squares.
    const double half_width = std::hypot(std::log1p(*own), std::log1p(*other));
    result.low = result.value * std::exp(-half_width);
    result.high = result.value * std::exp(half_width);
  }
  result.warning =
      warning_of(result, series, point, reference, latency_share.value_or(series.size < kLatencyBound ? 1.0 : 0.0));
  return result;
}

}  // namespace roofgate
