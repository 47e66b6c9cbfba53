// A positive quantity as a sum of a few terms, each with a coefficient that cannot be negative: a time as latency plus
// bytes over bandwidth. Least squares on *relative* errors, since measured times span decades and err in percent.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace roofgate {

struct RelativeFit {
  std::vector<double> coefficients;  ///< at least 0
  std::vector<double> half_widths;   ///< of each one's 95 % interval; infinite without degrees of freedom
  std::vector<double> covariance;    ///< of the coefficients, row by row
  double spread = 0.0;               ///< standard deviation of the relative errors
  double worst_error = 0.0;          ///< largest |relative error|
  double squared_errors = 0.0;       ///< their sum of squares
  int degrees_of_freedom = 0;        ///< observations minus terms

  /// What the terms add up to.
  [[nodiscard]] double at(std::span<const double> terms) const;
  /// Half width of the 95 % prediction interval of a new observation there: doubt about the coefficients, and the
  /// spread of one observation.
  [[nodiscard]] double prediction_half_width(std::span<const double> terms) const;
};

/// rows[i]: the terms of observation i; observed[i] > 0. At most 3 terms. Non-negative least squares by trying every
/// set of terms that may differ from 0 (Lawson & Hanson, "Solving Least Squares Problems", 1974, chapter 23: the
/// optimum is the best feasible one). Intervals are Student's, from the full set of terms. Absent: fewer observations
/// than terms, or terms that the observations cannot tell apart.
[[nodiscard]] std::optional<RelativeFit> fit_relative(std::span<const std::vector<double>> rows,
                                                      std::span<const double> observed);

}  // namespace roofgate
