#include "bench/gate/common_shift.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "bench/stats/moderated_variance.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {

namespace {

struct KindMedian {
  double median = 0.0;
  double cases = 0.0;
};

/// Spread of a case about its kind's median: 1.4826 median absolute deviations of a normal distribution are one.
double pooled_spread(const std::map<std::string_view, std::vector<double>>& kinds) {
  std::vector<double> distances;
  for (const auto& [kind, values] : kinds) {
    const double centre = median(values);
    for (const double value : values) distances.push_back(std::abs(value - centre));
  }
  return 1.4826 * median(distances);
}

}  // namespace

std::optional<double> shared_shift(std::span<const KindShift> shifts) {
  constexpr double kAgree = 2.0;           // standard errors
  constexpr double kMedianDoubt = 1.2533;  // of a median of many, in those of their mean: sqrt(pi / 2)
  std::map<std::string_view, std::vector<double>> kinds;
  for (const KindShift& entry : shifts) kinds[entry.kind].push_back(entry.shift);
  std::erase_if(kinds, [](const auto& kind) { return kind.second.size() < 2; });
  if (kinds.size() < 2) return std::nullopt;
  std::vector<KindMedian> medians;
  for (const auto& [kind, values] : kinds) medians.push_back({median(values), static_cast<double>(values.size())});
  const auto by_median = [](const KindMedian& a, const KindMedian& b) { return a.median < b.median; };
  const auto [lowest, highest] = std::minmax_element(medians.begin(), medians.end(), by_median);
  if (lowest->median <= 0.0 && highest->median >= 0.0) return 0.0;
  const KindMedian nearest = lowest->median > 0.0 ? *lowest : *highest;
  const double doubt = kAgree * kMedianDoubt * pooled_spread(kinds);
  double sum = 0.0;
  double cases = 0.0;
  for (const KindMedian& kind : medians) {
    const double limit = doubt * std::sqrt(1.0 / kind.cases + 1.0 / nearest.cases);
    if (std::abs(kind.median - nearest.median) > limit) continue;
    sum += kind.cases * kind.median;
    cases += kind.cases;
  }
  return sum / cases;
}

TComponent shared_shift_error(std::span<const double> earlier, double typical, double floor) {
  const auto nights = static_cast<double>(earlier.size());
  double variance = 0.0;
  for (const double shift : earlier) variance += shift * shift / std::max(nights - 1.0, 1.0);
  const SampleVariance used = moderate({typical * typical, kBeliefNights}, {variance, std::max(nights - 1.0, 0.0)});
  const double spread = std::max(std::sqrt(used.variance), floor);
  return {1.0, spread * std::sqrt(1.0 + 1.0 / std::max(nights, 1.0)), static_cast<int>(used.degrees_of_freedom)};
}

}  // namespace roofgate
