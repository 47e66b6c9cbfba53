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
  const Sizes sizes = sizes_of(fit, night);
  const double change = fit.evidence.change;
  if (fit.verdict.kind == VerdictKind::regressed) {
    const auto gained = std::find_if(sizes.begin(), sizes.end(), is_gain);
    const bool stood_still = std::all_of(sizes.begin(), sizes.end(), [&](const ComparedCase* size) {
      return !is_loss(size) && size->evidence.change < kUnmoved * change;
    });
    if (gained == sizes.end() || !stood_still) return;
    fit.verdict.kind = VerdictKind::drift;
    fit.verdict.reasons.push_back(
        {"line_tilted",
         fmt::format("{} gained and no size lost: the line through them tilted, nothing got slower.",
                     (*gained)->measured->id),
         {{"gained_log_ratio", (*gained)->evidence.change}}});
  } else if (fit.verdict.kind == VerdictKind::improved) {
    const auto lost = std::find_if(sizes.begin(), sizes.end(), is_loss);
    const bool stood_still = std::all_of(sizes.begin(), sizes.end(), [&](const ComparedCase* size) {
      return !is_gain(size) && -size->evidence.change < kUnmoved * -change;
    });
    if (lost == sizes.end() || !stood_still) return;
    fit.verdict.kind = VerdictKind::pass;
    fit.verdict.reasons.push_back(
        {"line_tilted",
         fmt::format("{} lost and no size gained: the line through them tilted, nothing got faster.",
                     (*lost)->measured->id),
         {{"lost_log_ratio", (*lost)->evidence.change}}});
  }
}

}  // namespace roofgate
