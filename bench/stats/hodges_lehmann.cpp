#include "bench/stats/hodges_lehmann.hpp"

#include <cstddef>
#include <vector>

#include "bench/stats/quantile.hpp"
#include "kernels/base/assert.hpp"

namespace roofgate {

double hodges_lehmann_centre(std::span<const double> values) {
  RG_ASSERT(!values.empty());
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i; j < values.size(); ++j) means.push_back(0.5 * (values[i] + values[j]));
  }
  return quantile_reordering(means, 0.5);
}

double hodges_lehmann_shift(std::span<const double> a, std::span<const double> b) {
  RG_ASSERT(!a.empty() && !b.empty());
  std::vector<double> differences;
  differences.reserve(a.size() * b.size());
  for (const double before : a) {
    for (const double after : b) differences.push_back(after - before);
  }
  return quantile_reordering(differences, 0.5);
}

}  // namespace roofgate
