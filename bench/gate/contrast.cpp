#include "bench/gate/contrast.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/smallest_effect.hpp"

namespace roofgate {
namespace {

/// The first number of further rounds after which a pass or a loss would be clear if the change stays as it is.
std::optional<int> rounds_to_decide(const Contrast& contrast, double half_width, double critical) {
  if (!contrast.narrowing) return std::nullopt;
  for (int further = 1; further <= kMostFurtherRounds; ++further) {
    const double share = contrast.narrowing(further);
    const bool passes = contrast.change + half_width * share < contrast.tolerance;
    const bool fails = contrast.change > contrast.tolerance && contrast.change > critical * share;
    if (passes || fails) return further;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Evidence> judge_contrasts(std::span<const Contrast> contrasts, double alpha) {
  std::vector<double> p_loss;
  std::vector<double> p_gain;
  for (const Contrast& contrast : contrasts) {
    p_loss.push_back(contrast.error.upper_tail(contrast.change));
    p_gain.push_back(contrast.error.upper_tail(-contrast.change));
  }
  const std::vector<double> q_loss = q_values(p_loss);
  const std::vector<double> q_gain = q_values(p_gain);
  const std::vector<double> needed = rejection_thresholds(p_loss, alpha);
  std::vector<Evidence> all;
  for (std::size_t i = 0; i < contrasts.size(); ++i) {
    const Contrast& contrast = contrasts[i];
    const double half = contrast.error.upper_quantile(kIntervalTail);
    const double critical = contrast.error.upper_quantile(needed[i]);
    const double reserve = power_reserve(contrast.error, kPower);
    Evidence evidence;
    evidence.change = evidence.specific_change = evidence.watched_change = contrast.change;
    evidence.change_low = contrast.change - half;
    evidence.change_high = contrast.change + half;
    evidence.p_loss = evidence.p_specific = p_loss[i];
    evidence.q_loss = q_loss[i];
    evidence.p_gain = p_gain[i];
    evidence.q_gain = q_gain[i];
    evidence.smallest_shown = critical + reserve;
    evidence.smallest_beyond_tolerance = std::max(critical, contrast.tolerance) + reserve;
    evidence.rounds_to_decide = rounds_to_decide(contrast, half, critical);
    evidence.figures = contrast.figures;
    evidence.figures.p_value = p_loss[i];
    evidence.figures.p_needed = needed[i];
    evidence.figures.degrees_of_freedom = contrast.error.mean_degrees_of_freedom();
    all.push_back(std::move(evidence));
  }
  return all;
}

}  // namespace roofgate
