#include "bench/derived/sibling_ratio.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "bench/derived/common_rounds.hpp"
#include "bench/derived/sibling_pairs.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

/// Rungs of a ladder differ by under 128 / k in their work: times per FLOP compare, times do not quite.
double work_ratio(const SiblingPair& pair) {
  const Work& own = pair.measured->work;
  const Work& other = pair.sibling->work;
  const bool is_counted = own.subject == Subject::flops && own.flops > Flops{} && other.flops > Flops{};
  return pair.kind == SiblingKind::alignment && is_counted ? (other.flops / own.flops).value() : 1.0;
}

DerivedCase ratio_of(const SiblingPair& pair) {
  DerivedCase derived;
  derived.rests_on = {pair.measured->id, pair.sibling->id};
  Case& metric = derived.metric;
  metric.id = fmt::format("ratio/{}/to_{}", pair.measured->id, pair.sibling_name);
  metric.kind = pair.measured->kind;
  metric.definition = fmt::format("ratio/1 {} {}", pair.measured->definition, pair.sibling->definition);
  metric.derived = MetricUnit::ratio;
  const double work = work_ratio(pair);
  const std::array<const Case*, 2> both{pair.measured, pair.sibling};
  for (CommonRound& round : common_rounds(both)) {
    const auto& own = round.sources[0]->time_s;
    const auto& other = round.sources[1]->time_s;
    if (!own.empty() && !other.empty()) round.frame.time_s = {round_location(own) / round_location(other) * work};
    round.frame.algorithm = round.sources[0]->algorithm;
    metric.rounds.push_back(std::move(round.frame));
  }
  return derived;
}

}  // namespace

std::vector<DerivedCase> sibling_ratios(const Record& record) {
  std::vector<DerivedCase> ratios;
  for (const SiblingPair& pair : sibling_pairs(record)) {
    if (pair.kind == SiblingKind::alignment || pair.kind == SiblingKind::fusion) ratios.push_back(ratio_of(pair));
  }
  return ratios;
}

}  // namespace roofgate
