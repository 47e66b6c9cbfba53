// Contrasts from pairs of rounds: what the machine's minute does to both rounds of a pair cancels in their difference.
#include <cmath>
#include <utility>

#include "bench/gate/contrast.hpp"
#include "bench/stats/quantile.hpp"
#include "bench/stats/spread_model.hpp"

namespace roofgate {
namespace {

double shared_order_effect(std::span<const PairedSeries> series) {
  std::vector<double> effects;
  for (const PairedSeries& one : series) {
    if (const auto effect = order_effect(one.pairs)) effects.push_back(*effect);
  }
  return effects.empty() ? 0.0 : median(effects);
}

}  // namespace

std::vector<Contrast> paired_contrasts(std::span<const PairedSeries> series, const SpreadPolicy& spread) {
  std::vector<SpreadObservation> observations;
  std::vector<PairedShift> fits;
  const double second = shared_order_effect(series);
  for (const PairedSeries& one : series) {
    fits.push_back(paired_shift(one.pairs, second));
    const PairedShift& fit = fits.back();
    SpreadObservation observation;
    observation.between = fit.pair;
    observation.deviation = fit.shift;
    observation.shape = {fit.variance_factor, 0.0};
    observations.push_back(observation);
  }
  std::vector<Contrast> contrasts;
  if (series.empty()) return contrasts;
  const SpreadModel model{observations, SpreadBelief{spread.typical, spread.factor}};
  for (std::size_t i = 0; i < series.size(); ++i) {
    const CaseSpread of_pairs = model.of(observations[i]);
    const auto pairs = static_cast<double>(series[i].pairs.size());
    Contrast contrast{fits[i].shift, of_pairs.predict(observations[i].shape, spread.floor), series[i].tolerance};
    contrast.narrowing = [pairs](int further) { return std::sqrt(pairs / (pairs + further)); };
    contrast.figures.reference_location = std::exp(series[i].before_log_s);
    contrast.figures.tonight_location = std::exp(series[i].after_log_s);
    contrast.figures.clean_rounds = static_cast<int>(series[i].pairs.size());
    contrast.figures.own_spread = std::sqrt(fits[i].pair.variance);
    contrast.figures.spread = std::sqrt(of_pairs.variance({1.0, 0.0}, spread.floor));
    contrast.figures.within_night_spread = contrast.figures.spread / std::sqrt(2.0);
    contrast.figures.is_at_floor = contrast.figures.spread <= spread.floor * 1.05;
    contrasts.push_back(std::move(contrast));
  }
  return contrasts;
}

}  // namespace roofgate
