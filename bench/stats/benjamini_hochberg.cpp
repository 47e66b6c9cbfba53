#include "bench/stats/benjamini_hochberg.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace roofgate {

std::vector<double> q_values(std::span<const double> p_values) {
  const std::size_t count = p_values.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] > p_values[b]; });
  std::vector<double> q(count);
  double smallest = 1.0;
  for (std::size_t i = 0; i < count; ++i) {  // from the largest p, whose rank is `count`
    const auto rank = static_cast<double>(count - i);
    smallest = std::min(smallest, p_values[order[i]] * static_cast<double>(count) / rank);
    q[order[i]] = smallest;
  }
  return q;
}

std::vector<double> rejection_thresholds(std::span<const double> p_values, double alpha) {
  const std::size_t count = p_values.size();
  std::vector<double> sorted(p_values.begin(), p_values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto step = [&](std::size_t rank) { return alpha * static_cast<double>(rank) / static_cast<double>(count); };
  const auto within = [&](std::size_t rank) {
    return static_cast<std::size_t>(std::upper_bound(sorted.begin(), sorted.end(), step(rank)) - sorted.begin());
  };
  // A test that is itself within step(k) is rejected if k tests are; one that is not, if k - 1 others are.
  std::size_t rejected = 0;
  std::vector<double> open_steps;  // increasing
  for (std::size_t rank = 1; rank <= count; ++rank) {
    const std::size_t inside = within(rank);
    if (inside >= rank) rejected = rank;
    if (inside + 1 >= rank) open_steps.push_back(step(rank));
  }
  std::vector<double> thresholds(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (rejected > 0 && p_values[i] <= step(rejected)) {
      thresholds[i] = step(rejected);
    } else {
      const auto above = std::lower_bound(open_steps.begin(), open_steps.end(), p_values[i]);
      thresholds[i] = above == open_steps.begin() ? step(1) : *(above - 1);
    }
  }
  return thresholds;
}

}  // namespace roofgate
