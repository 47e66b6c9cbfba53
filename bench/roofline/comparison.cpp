#include "bench/roofline/comparison.hpp"

#include <fmt/format.h>

#include "bench/roofline/timing.hpp"

namespace roofgate {
namespace {

/// Disturbed times would make ratios of noise.
std::optional<Seconds> quiet_time(const Case& measured) {
  const auto timing = timing_of(measured);
  if (!timing || timing->disturbed || timing->time <= Seconds{}) return std::nullopt;
  return timing->time;
}

SiblingComparison compare(const SiblingPair& pair, Seconds time, Seconds sibling_time) {
  const Case& measured = *pair.measured;
  const Case& sibling = *pair.sibling;
  SiblingComparison comparison;
  comparison.kind = pair.kind;
  comparison.sibling = sibling.id;
  comparison.ratio = (sibling_time / time).value();
  // The variants of a ladder differ by under 128 / k in their work: rates compare, times do not quite.
  if (measured.work.subject == Subject::flops && sibling.work.flops > Flops{}) {
    comparison.ratio *= (measured.work.flops / sibling.work.flops).value();
  }
  if (pair.kind == SiblingKind::fusion && measured.work.bytes() > Bytes{}) {
    comparison.ideal = (sibling.work.bytes() / measured.work.bytes()).value();
  }
  const auto& algorithm = measured.rounds.front().algorithm;
  const auto& other = sibling.rounds.front().algorithm;
  comparison.other_algorithm = !algorithm.empty() && !other.empty() && algorithm != other;
  return comparison;
}

}  // namespace

std::map<std::string, std::vector<SiblingComparison>> comparisons(const Record& record) {
  std::map<std::string, std::vector<SiblingComparison>> result;
  for (const SiblingPair& pair : sibling_pairs(record)) {
    const auto time = quiet_time(*pair.measured);
    const auto sibling_time = quiet_time(*pair.sibling);
    if (time && sibling_time) result[pair.measured->id].push_back(compare(pair, *time, *sibling_time));
  }
  return result;
}

std::string to_text(const SiblingComparison& comparison) {
  switch (comparison.kind) {
    case SiblingKind::alignment:
      return fmt::format("{:.2f} of align128{}", comparison.ratio,
                         comparison.other_algorithm ? ", other algorithm" : "");
    case SiblingKind::fusion:
      return fmt::format("{:.2f} x unfused (ideal {:.2f})", comparison.ratio, comparison.ideal.value_or(1.0));
    case SiblingKind::choice:
      return fmt::format("{:.2f} of best", comparison.ratio);
    case SiblingKind::epilogue:
      break;
  }
  return fmt::format("{:.2f} x separate", comparison.ratio);
}

}  // namespace roofgate
