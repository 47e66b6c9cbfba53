#include "bench/scaling/latency_bandwidth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace roofgate {
namespace {

constexpr std::size_t kPiece = 3;       // sizes that a line needs
constexpr double kSpan = 8.0;           // largest over smallest size
constexpr double kDecisive = 10.0;      // of the criterion: "very strong" (Kass & Raftery, JASA 90, 1995)
constexpr double kMeasurable = 0.002;   // relative errors below this are not told apart
constexpr double kLineTerms = 2.0;      // parameters of one line
constexpr double kTwoLinesTerms = 5.0;  // of two lines and the place of the switch

std::optional<RelativeFit> line_through(std::span<const SizedTime> times) {
  std::vector<std::vector<double>> rows;
  std::vector<double> observed;
  for (const SizedTime& point : times) {
    rows.push_back({1.0, point.size.value()});
    observed.push_back(point.time.value());
  }
  return fit_relative(rows, observed);
}

double criterion(double squared_errors, std::size_t sizes, double parameters) {
  const auto m = static_cast<double>(sizes);
  return m * std::log(squared_errors / m + kMeasurable * kMeasurable) + parameters * std::log(m);
}

Estimate estimate_of(const RelativeFit& fit, std::size_t term) {
  const double value = fit.coefficients[term];
  return {value, std::max(0.0, value - fit.half_widths[term]), value + fit.half_widths[term]};
}

double inverse(double value) { return value > 0.0 ? 1.0 / value : std::numeric_limits<double>::infinity(); }

LatencyBandwidth model_of(const RelativeFit& small, const RelativeFit& large) {
  LatencyBandwidth model;
  model.latency_s = estimate_of(small, 0);
  const Estimate beta = estimate_of(large, 1);
  model.bandwidth_bytes_per_s = {inverse(beta.value), inverse(beta.high), inverse(beta.low)};
  if (beta.value > 0.0) model.half_size = Bytes{model.latency_s.value / beta.value};
  model.worst_error = std::max(small.worst_error, large.worst_error);
  return model;
}

}  // namespace

std::optional<LatencyBandwidth> fit_latency_bandwidth(std::span<const SizedTime> times) {
  std::vector<SizedTime> sorted(times.begin(), times.end());
  std::sort(sorted.begin(), sorted.end(), [](const SizedTime& a, const SizedTime& b) { return a.size < b.size; });
  if (sorted.size() < kPiece || sorted.back().size < kSpan * sorted.front().size) return std::nullopt;
  const auto whole = line_through(sorted);
  if (!whole) return std::nullopt;
  LatencyBandwidth best = model_of(*whole, *whole);
  double lowest = criterion(whole->squared_errors, sorted.size(), kLineTerms) - kDecisive;
  for (std::size_t split = kPiece; split + kPiece <= sorted.size(); ++split) {
    const auto small = line_through(std::span{sorted}.first(split));
    const auto large = line_through(std::span{sorted}.subspan(split));
    if (!small || !large) continue;
    const double value = criterion(small->squared_errors + large->squared_errors, sorted.size(), kTwoLinesTerms);
    if (value >= lowest) continue;
    lowest = value;
    best = model_of(*small, *large);
    best.switch_size = sorted[split].size;
  }
  best.sizes = sorted.size();
  return best;
}

}  // namespace roofgate
