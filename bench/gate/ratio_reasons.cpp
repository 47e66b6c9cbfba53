// Which side of a ratio moved?
#include <fmt/format.h>

#include <cmath>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr double kOwnShare = 0.5;  // of the ratio's change: a side that moved by more is the one that moved
constexpr double kUnmoved = 0.25;  // a side that moved by less stood still
constexpr double kWorthSaying = 0.005;

struct Sides {
  const ComparedCase* subject = nullptr;
  const ComparedCase* sibling = nullptr;
};

/// Both sides, if tonight was compared for each.
std::optional<Sides> sides_of(const ComparedCase& ratio, const NightView& night) {
  if (ratio.measured->derived != MetricUnit::ratio || ratio.rests_on.size() != 2) return std::nullopt;
  const auto subject = night.find(ratio.rests_on[0]);
  const auto sibling = night.find(ratio.rests_on[1]);
  if (subject == night.end() || sibling == night.end()) return std::nullopt;
  return Sides{&subject->second, &sibling->second};
}

/// Without what the whole machine shares tonight: a faster machine is no gain of one case.
double own_change(const ComparedCase& side) { return side.evidence.specific_change; }

}  // namespace

std::optional<Reason> sides_of_ratio(const ComparedCase& ratio, const NightView& night) {
  const auto sides = sides_of(ratio, night);
  const double change = ratio.evidence.change;
  if (!sides || std::abs(change) < kWorthSaying) return std::nullopt;
  const double own = own_change(*sides->subject) / change;
  const double other = -own_change(*sides->sibling) / change;
  const bool is_own = own >= kOwnShare && std::abs(other) < kUnmoved;
  const bool is_other = other >= kOwnShare && std::abs(own) < kUnmoved;
  if (!is_own && !is_other) return std::nullopt;
  const ComparedCase& moved = is_own ? *sides->subject : *sides->sibling;
  const ComparedCase& stayed = is_own ? *sides->sibling : *sides->subject;
  return Reason{
      is_own ? "subject_moved" : "sibling_moved",
      fmt::format("{} moved by {}, {} stayed where it was.", moved.measured->id, signed_change(own_change(moved)),
                  stayed.measured->id),
      {{"subject_log_ratio", own_change(*sides->subject)}, {"sibling_log_ratio", own_change(*sides->sibling)}}};
}

void excuse_sibling_gain(ComparedCase& ratio, const NightView& night) {
  if (ratio.verdict.kind != VerdictKind::regressed) return;
  const auto sides = sides_of(ratio, night);
  if (!sides) return;
  // Invalid among what was compared: a gain beyond belief, which is said of the sibling itself.
  const VerdictKind kind = sides->sibling->verdict.kind;
  if (kind != VerdictKind::improved && kind != VerdictKind::invalid) return;
  const double loss = ratio.evidence.change;
  const bool is_gain = -own_change(*sides->sibling) >= kOwnShare * loss;
  const bool stood_still = own_change(*sides->subject) < kUnmoved * loss;
  if (!is_gain || !stood_still) return;
  ratio.verdict.kind = VerdictKind::drift;
  ratio.verdict.reasons.push_back(
      {"sibling_gained",
       fmt::format("{} gained and this case did not: nothing got slower.", sides->sibling->measured->id),
       {{"sibling_log_ratio", own_change(*sides->sibling)}}});
}

}  // namespace roofgate
