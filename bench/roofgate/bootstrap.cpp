#include "bench/roofgate/bootstrap.hpp"

#include <algorithm>

namespace roofgate {

int missing_bootstrap_nights(const std::optional<Baseline>& baseline, int wanted) {
  if (!baseline) return std::max(0, wanted);
  const auto is_real = [](const Night& night) { return !night.made_minutes_apart; };
  if (std::any_of(baseline->nights.begin(), baseline->nights.end(), is_real)) return 0;
  return std::max(0, wanted - static_cast<int>(baseline->nights.size()));
}

}  // namespace roofgate
