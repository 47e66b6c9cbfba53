#include "bench/gate/common_shift.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "bench/stats/moderated_variance.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {

std::optional<double> shared_shift(std::span<const KindShift> shifts) {
  std::map<std::string_view, std::vector<double>> kinds;
  for (const KindShift& entry : shifts) kinds[entry.kind].push_back(entry.shift);
  std::vector<double> medians;
  for (const auto& [kind, values] : kinds) {
    if (values.size() >= 2) medians.push_back(median(values));
  }
  if (medians.size() < 2) return std::nullopt;
  const auto [lowest, highest] = std::minmax_element(medians.begin(), medians.end());
  if (*lowest > 0.0) return *lowest;
  if (*highest < 0.0) return *highest;
  return 0.0;
}

TComponent shared_shift_error(std::span<const double> earlier, double typical, double floor) {
  constexpr double kBeliefNights = 4.0;
  const auto nights = static_cast<double>(earlier.size());
  double variance = 0.0;
  for (const double shift : earlier) variance += shift * shift / std::max(nights - 1.0, 1.0);
  const SampleVariance used = moderate({typical * typical, kBeliefNights}, {variance, std::max(nights - 1.0, 0.0)});
  const double spread = std::max(std::sqrt(used.variance), floor);
  return {1.0, spread * std::sqrt(1.0 + 1.0 / std::max(nights, 1.0)), static_cast<int>(used.degrees_of_freedom)};
}

}  // namespace roofgate
