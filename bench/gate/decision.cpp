#include "bench/gate/decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bench/gate/wording.hpp"
#include "bench/stats/two_modes.hpp"

namespace roofgate {
namespace {

/// Two tight groups of rounds where the earlier nights had one.
std::optional<TwoModes> new_modes(const CaseSeries& series, const Evidence& evidence) {
  const double width = std::max(evidence.figures.within_night_spread, 0.001);
  const auto modes = find_two_modes(series.tonight, width);
  if (!modes || modes->high - modes->low < series.tolerance) return std::nullopt;
  const auto had_modes = [&](const NightRounds& night) { return find_two_modes(night.log_time, width).has_value(); };
  const auto before = std::count_if(series.reference.begin(), series.reference.end(), had_modes);
  if (before > 0 && 5 * before >= static_cast<std::ptrdiff_t>(series.reference.size())) return std::nullopt;
  return modes;
}

Reason reason_of(const TwoModes& modes) {
  const auto slow = static_cast<int>(modes.high_count);
  const auto all = slow + static_cast<int>(modes.low_count);
  return {"two_modes",
          fmt::format("Two modes where there was one: {} of {} are {} slower than the others.", slow,
                      counted(all, "round"), percent(std::expm1(modes.high - modes.low))),
          {{"slow_rounds", slow}, {"rounds", all}, {"log_ratio", modes.high - modes.low}}};
}

/// The largest loss that a test against the last nights showed: of the case itself, of the machine, or of the watched
/// nights. Not their sum: if all cases are 1 % slower, the noise of sixty cases lifts one of them beyond 2 %.
double shown_loss(const Evidence& evidence) {
  const double needed = evidence.figures.p_needed;
  const double own = evidence.p_specific <= needed ? evidence.specific_change : 0.0;
  const double machine = evidence.p_total <= needed ? evidence.figures.common_shift : 0.0;
  const double watched = evidence.p_watched <= needed ? evidence.watched_change : 0.0;
  return std::max(std::min(evidence.change, std::max(own, machine)), watched);
}

/// A loss against the last nights was shown.
VerdictKind kind_of_sudden_loss(const CaseSeries& series, const Evidence& evidence, std::vector<Reason>& reasons) {
  if (evidence.p_watched < std::min(evidence.p_specific, evidence.p_total)) {
    reasons.push_back({"loss_persists",
                       fmt::format("The loss has stayed since the last {}: judged together they show it.",
                                   counted(evidence.figures.watched_nights, "suspect night")),
                       {{"nights", evidence.figures.watched_nights}}});
  }
  const double shown = shown_loss(evidence);
  if (shown > series.tolerance) return VerdictKind::regressed;
  if (evidence.change <= series.tolerance) return VerdictKind::drift;
  reasons.push_back(
      {"shown_within_tolerance",
       fmt::format("A loss of {} is shown, which is within the tolerance; whether the rest of tonight's {} "
                   "is more than chance, or the whole machine's, is not decided.",
                   percent(std::expm1(shown)), percent(std::expm1(evidence.change))),
       {{"shown_log_ratio", shown}, {"log_ratio", evidence.change}}});
  return VerdictKind::inconclusive;
}

/// A loss against the first nights alone was shown. Tonight may still be more than that: then it is not decided.
VerdictKind kind_of_slow_loss(const CaseSeries& series, const Evidence& evidence, const DecisionRules& rules,
                              std::vector<Reason>& reasons) {
  const double loss = evidence.anchor_change.value_or(0.0);
  reasons.push_back(
      {"slow_loss",
       fmt::format("{} against the first accepted nights: it came little by little.", signed_change(loss)),
       {{"log_ratio", loss}}});
  if (loss > rules.anchor_tolerance) return VerdictKind::regressed;
  return evidence.change > series.tolerance ? VerdictKind::inconclusive : VerdictKind::drift;
}

}  // namespace

Verdict decide(const CaseSeries& series, const Evidence& evidence, const DecisionRules& rules) {
  Verdict verdict;
  verdict.change = evidence.change;
  verdict.change_low = evidence.change_low;
  verdict.change_high = evidence.change_high;
  verdict.q_value = evidence.q_loss;
  verdict.tolerance = loss_of(series.tolerance);
  verdict.smallest_detectable_loss = loss_of(evidence.smallest_shown);
  verdict.smallest_failing_loss = loss_of(evidence.smallest_beyond_tolerance);
  verdict.change_from_anchor = evidence.anchor_change;
  verdict.baseline_nights = static_cast<int>(series.reference.size());
  verdict.comparison = evidence.figures;

  const auto modes = new_modes(series, evidence);
  if (modes) verdict.reasons.push_back(reason_of(*modes));
  if (evidence.is_scattered) {
    verdict.reasons.push_back({"scattered_rounds", "Tonight's rounds disagree far more than they use to.", {}});
  }
  if (evidence.change < -rules.implausible_gain) {
    verdict.kind = VerdictKind::invalid;
    verdict.reasons.push_back(
        {"implausible_gain",
         fmt::format("{} is too good to be true: look at what was measured, then accept the case by name.",
                     signed_change(evidence.change)),
         {{"log_ratio", evidence.change}}});
    return verdict;
  }
  const bool is_mostly_slow = modes && modes->high_count >= modes->low_count;
  if (evidence.q_loss < rules.alpha) {
    const double p_window = std::min({evidence.p_specific, evidence.p_total, evidence.p_watched});
    verdict.kind = p_window <= evidence.figures.p_needed ? kind_of_sudden_loss(series, evidence, verdict.reasons)
                                                         : kind_of_slow_loss(series, evidence, rules, verdict.reasons);
  } else if (is_mostly_slow) {
    verdict.kind = VerdictKind::inconclusive;
  } else if (evidence.q_gain < rules.alpha && evidence.change < -series.tolerance) {
    verdict.kind = VerdictKind::improved;
  } else if (evidence.change_high < series.tolerance) {
    verdict.kind = VerdictKind::pass;
  } else {
    verdict.kind = VerdictKind::inconclusive;
    verdict.rounds_to_decide = evidence.rounds_to_decide;
  }
  return verdict;
}

}  // namespace roofgate
