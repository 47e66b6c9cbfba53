// A line through all sizes tilts when one of its points moves: did anything move with the fitted term?
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr double kUnmoved = 0.25;  // of the term's change: a size that moved by less did not move with it

using Sizes = std::vector<const ComparedCase*>;

/// Every size that the line goes through; none where one of them was not compared tonight.
Sizes sizes_of(const ComparedCase& fit, const NightView& night) {
  if (!fit.measured->derived || fit.measured->derived == MetricUnit::ratio) return {};
  Sizes sizes;
  for (const std::string& id : fit.rests_on) {
    const auto found = night.find(id);
    if (found == night.end()) return {};
    sizes.push_back(&found->second);
  }
  return sizes;
}

bool is_gain(const ComparedCase* size) {
  return size->verdict.kind == VerdictKind::improved || size->verdict.kind == VerdictKind::invalid;
}

bool is_loss(const ComparedCase* size) {
  return size->verdict.kind == VerdictKind::regressed || size->verdict.kind == VerdictKind::drift;
}

}  // namespace

void excuse_tilt(ComparedCase& fit, const NightView& night) {
  const bool is_worse = fit.verdict.kind == VerdictKind::regressed;
  if (!is_worse && fit.verdict.kind != VerdictKind::improved) return;
  const Sizes sizes = sizes_of(fit, night);
  const double sign = is_worse ? 1.0 : -1.0;  // of a size that moved as the term did
  const auto moved_with = is_worse ? is_loss : is_gain;
  const auto moved_against = std::find_if(sizes.begin(), sizes.end(), is_worse ? is_gain : is_loss);
  const bool stood_still = std::all_of(sizes.begin(), sizes.end(), [&](const ComparedCase* size) {
    return !moved_with(size) && sign * size->evidence.change < kUnmoved * sign * fit.evidence.change;
  });
  if (moved_against == sizes.end() || !stood_still) return;
  fit.verdict.kind = is_worse ? VerdictKind::drift : VerdictKind::pass;
  fit.verdict.reasons.push_back(
      {"line_tilted",
       fmt::format("{} {} and no size {}: the line through them tilted, nothing got {}.",
                   (*moved_against)->measured->id, is_worse ? "gained" : "lost", is_worse ? "lost" : "gained",
                   is_worse ? "slower" : "faster"),
       {{is_worse ? "gained_log_ratio" : "lost_log_ratio", (*moved_against)->evidence.change}}});
}

}  // namespace roofgate
