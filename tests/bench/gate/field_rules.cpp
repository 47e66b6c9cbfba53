#include "tests/bench/gate/field_rules.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>
#include <numeric>

#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0.0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return values.size() < 2 ? 0.0 : std::sqrt(sum / static_cast<double>(values.size() - 1));
}

std::vector<double> of_each(const RawCase& raw, double (*summary)(const std::vector<double>&)) {
  std::vector<double> values;
  for (const auto& night : raw.earlier) values.push_back(summary(night));
  return values;
}

double median_of(const std::vector<double>& values) { return median(values); }
double smallest_of(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

/// A fixed percentage against the mean of the earlier nights' medians.
double relative_change(const RawCase& raw) { return median(raw.tonight) / mean(of_each(raw, median_of)) - 1.0; }

/// google/benchmark compare.py: U test of two runs' repetitions; the last night stands for the other run.
double u_test(const RawCase& raw) {
  const double p = mann_whitney_signed_p(raw.earlier.back(), raw.tonight);
  return p < 0.0 ? 0.0 : -std::log10(std::max(p, 1e-300));
}

/// The same with a floor of 2 % on the change of medians.
double u_test_with_floor(const RawCase& raw) {
  return median(raw.tonight) > 1.02 * median(raw.earlier.back()) ? u_test(raw) : 0.0;
}

/// nvbench_compare.py: slower if the means differ by more than the smaller of the two within-run noises.
double nvbench_legacy(const RawCase& raw) {
  const auto& before = raw.earlier.back();
  const double noise = std::min(deviation(before) / mean(before), deviation(raw.tonight) / mean(raw.tonight));
  return (mean(raw.tonight) / mean(before) - 1.0) / noise;
}

/// nvbench-compare-robust: the intervals [minimum, third quartile] are 0.5 % apart.
double nvbench_robust(const RawCase& raw) {
  return smallest_of(raw.tonight) / quantile(raw.earlier.back(), 0.75) - 1.0;
}

/// bencher: t test as a prediction interval over the earlier runs' means, one-sided; as -log10 p.
double bencher_t(const RawCase& raw) {
  const auto means = of_each(raw, mean);
  if (means.size() < 2) return 0.0;
  const auto n = static_cast<double>(means.size());
  const double t = (mean(raw.tonight) - mean(means)) / (deviation(means) * std::sqrt(1.0 + 1.0 / n));
  return -std::log10(boost::math::cdf(boost::math::complement(boost::math::students_t(n - 1.0), t)));
}

/// bencher: z score.
double bencher_z(const RawCase& raw) {
  const auto means = of_each(raw, mean);
  if (means.size() < 2) return 0.0;
  const double z = (mean(raw.tonight) - mean(means)) / deviation(means);
  return -std::log10(std::max(0.5 * std::erfc(z / std::numbers::sqrt2), 1e-300));
}

/// SuperBench: baseline by fix_threshold (mean without what violates the rule against it), then variance > 5 %.
double superbench(const RawCase& raw) {
  std::vector<double> kept = of_each(raw, mean);
  for (bool dropped = true; dropped;) {
    const double baseline = mean(kept);
    const auto violates = [&](double value) { return value / baseline - 1.0 > 0.05; };
    dropped = std::any_of(kept.begin(), kept.end(), violates);
    std::erase_if(kept, violates);
  }
  return mean(raw.tonight) / mean(kept) - 1.0;
}

/// rustc-perf: change from the last run beyond Q3 + 3 IQR of the past changes (0.2 % without), minimum of the runs.
double rustc_perf(const RawCase& raw) {
  const auto values = of_each(raw, smallest_of);
  std::vector<double> changes;
  for (std::size_t i = 1; i < values.size(); ++i) changes.push_back(std::abs(values[i] / values[i - 1] - 1.0));
  double limit = 0.002;
  if (!changes.empty()) {
    const double q1 = quantile(changes, 0.25);
    const double q3 = quantile(changes, 0.75);
    limit = std::max(limit, q3 + 3.0 * (q3 - q1));
  }
  return (smallest_of(raw.tonight) / values.back() - 1.0) / limit;
}

/// ROCm/cvs: median beyond the tier's threshold (5 % for large messages) and disjoint quartiles; without its third
/// gate, a run of adjacent sizes, which a loss of one case never passes.
double cvs(const RawCase& raw) {
  const auto& before = raw.earlier.back();
  if (quantile(raw.tonight, 0.25) <= quantile(before, 0.75)) return 0.0;
  return median(raw.tonight) / median(before) - 1.0;
}

}  // namespace

double mann_whitney_signed_p(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<std::pair<double, bool>> all;  // value, is of b
  for (const double value : a) all.emplace_back(value, false);
  for (const double value : b) all.emplace_back(value, true);
  std::sort(all.begin(), all.end());
  double rank_sum = 0.0;
  for (std::size_t i = 0; i < all.size(); ++i) rank_sum += all[i].second ? static_cast<double>(i + 1) : 0.0;
  const auto n = static_cast<double>(a.size());
  const auto m = static_cast<double>(b.size());
  const double u = rank_sum - m * (m + 1.0) / 2.0;
  const double z = (u - n * m / 2.0) / std::sqrt(n * m * (n + m + 1.0) / 12.0);
  const double p = std::erfc(std::abs(z) / std::numbers::sqrt2);
  return z < 0.0 ? -p : p;
}

std::vector<FieldRule> field_rules() {
  return {{"fixed 2 %", 0.02, relative_change},
          {"fixed 5 %", 0.05, relative_change},
          {"fixed 10 %", 0.10, relative_change},
          {"Mann-Whitney 0.05 (google/benchmark)", -std::log10(0.05), u_test},
          {"Mann-Whitney 0.05 and 2 %", -std::log10(0.05), u_test_with_floor},
          {"nvbench_compare", 1.0, nvbench_legacy},
          {"nvbench-compare-robust", 0.005, nvbench_robust},
          {"bencher t test 0.99", 2.0, bencher_t},
          {"bencher z score 0.99", 2.0, bencher_z},
          {"SuperBench variance 5 %", 0.05, superbench},
          {"rustc-perf Q3 + 3 IQR", 1.0, rustc_perf},
          {"ROCm/cvs 5 %, two gates", 0.05, cvs}};
}

}  // namespace roofgate
