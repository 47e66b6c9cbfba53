#include "bench/stats/change_points.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <random>
#include <utility>

#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kAlpha = 0.01;
constexpr int kPermutations = 999;
constexpr unsigned kSeed = 20040501;          // any fixed one: the same series has the same answer
constexpr double kNormalQuartile = 0.674490;  // median of |x| of a standard normal x

/// Sum of distances from the median of values that come one by one.
class RunningDistance {
 public:
  void add(double value) {
    if (low_.empty() || value <= low_.top()) {
      low_.push(value);
      low_sum_ += value;
    } else {
      high_.push(value);
      high_sum_ += value;
    }
    if (low_.size() > high_.size() + 1) move(low_, low_sum_, high_, high_sum_);
    if (high_.size() > low_.size()) move(high_, high_sum_, low_, low_sum_);
  }
  [[nodiscard]] double sum() const {
    const double middle = low_.top();
    return middle * (static_cast<double>(low_.size()) - static_cast<double>(high_.size())) + high_sum_ - low_sum_;
  }

 private:
  template <class From, class To>
  static void move(From& from, double& from_sum, To& to, double& to_sum) {
    const double value = from.top();
    from.pop();
    from_sum -= value;
    to.push(value);
    to_sum += value;
  }

  std::priority_queue<double> low_;
  std::priority_queue<double, std::vector<double>, std::greater<>> high_;
  double low_sum_ = 0.0, high_sum_ = 0.0;
};

/// Ranks minus their mean; equal values share their mean rank.
std::vector<double> centred_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  const double mean = (static_cast<double>(values.size()) - 1.0) / 2.0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double rank = (static_cast<double>(begin + end) - 1.0) / 2.0 - mean;
    for (; begin < end; ++begin) ranks[order[begin]] = rank;
  }
  return ranks;
}

double largest_rank_sum(const std::vector<double>& ranks, std::size_t shortest) {
  const auto n = static_cast<double>(ranks.size());
  double sum = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i + shortest < ranks.size(); ++i) {
    sum += ranks[i];
    const auto left = static_cast<double>(i + 1);
    if (i + 1 >= shortest) largest = std::max(largest, std::abs(sum) / std::sqrt(left * (n - left)));
  }
  return largest;
}

/// The levels between `begin` and `end` around the change `first`.
ChangePoint judged(std::span<const double> values, std::size_t begin, std::size_t first, std::size_t end) {
  return {first, median(values.subspan(begin, first - begin)), median(values.subspan(first, end - first)),
          change_p_value(values.subspan(begin, end - begin))};
}

std::vector<ChangePoint> judged(std::span<const double> values, const std::vector<std::size_t>& firsts) {
  std::vector<ChangePoint> changes;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : firsts[i - 1];
    const std::size_t end = i + 1 < firsts.size() ? firsts[i + 1] : values.size();
    changes.push_back(judged(values, begin, firsts[i], end));
  }
  return changes;
}

}  // namespace

std::vector<std::size_t> optimal_partition(std::span<const double> values, double penalty, std::size_t shortest) {
  const std::size_t n = values.size();
  std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> previous(n + 1, 0);
  best[0] = -penalty;
  for (std::size_t begin = 0; begin + shortest <= n; ++begin) {
    if (!std::isfinite(best[begin])) continue;
    RunningDistance distance;
    for (std::size_t end = begin + 1; end <= n; ++end) {
      distance.add(values[end - 1]);
      if (end - begin < shortest) continue;
      const double cost = best[begin] + distance.sum() + penalty;
      if (cost < best[end]) {
        best[end] = cost;
        previous[end] = begin;
      }
    }
  }
  std::vector<std::size_t> firsts;
  for (std::size_t end = previous[n]; end > 0; end = previous[end]) firsts.push_back(end);
  std::reverse(firsts.begin(), firsts.end());
  return firsts;
}

double neighbour_spread(std::span<const double> values) {
  if (values.size() < 2) return 0.0;
  std::vector<double> distances;
  for (std::size_t i = 1; i < values.size(); ++i) distances.push_back(std::abs(values[i] - values[i - 1]));
  return median(distances) / (std::sqrt(2.0) * kNormalQuartile);
}

double change_p_value(std::span<const double> values, std::size_t shortest) {
  std::vector<double> ranks = centred_ranks(values);
  // Equal sums come out in another order with other rounding.
  const double seen = largest_rank_sum(ranks, shortest) * (1.0 - 1e-12);
  std::mt19937 generator{kSeed};
  int as_large = 0;
  for (int permutation = 0; permutation < kPermutations; ++permutation) {
    // std::shuffle may differ between libraries.
    for (std::size_t i = ranks.size(); i > 1; --i) std::swap(ranks[i - 1], ranks[generator() % i]);
    if (largest_rank_sum(ranks, shortest) >= seen) ++as_large;
  }
  return (1.0 + as_large) / (1.0 + kPermutations);
}

std::vector<ChangePoint> find_change_points(std::span<const double> values) {
  if (values.size() < 2 * kShortestLevel) return {};
  const double spread = std::max(neighbour_spread(values), 1e-9);
  std::vector<double> scaled(values.begin(), values.end());
  for (double& value : scaled) value = (value - values.front()) / spread;
  std::vector<std::size_t> firsts = optimal_partition(scaled, 2.0 * std::log(static_cast<double>(values.size())));
  while (true) {
    std::vector<ChangePoint> changes = judged(values, firsts);
    const auto weakest = std::max_element(changes.begin(), changes.end(),
                                          [](const auto& a, const auto& b) { return a.p_value < b.p_value; });
    if (weakest == changes.end() || weakest->p_value <= kAlpha) return changes;
    firsts.erase(firsts.begin() + (weakest - changes.begin()));
  }
}

}  // namespace roofgate
