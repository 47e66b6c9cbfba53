#include "bench/stats/relative_fit.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace roofgate {
namespace {

constexpr double kSingular = 1e-10;  // of a column of length 1: what is left of it beside the others
constexpr double kConfidence = 0.975;

using Matrix = std::vector<std::vector<double>>;

/// Inverse of a small symmetric positive definite matrix with 1 on its diagonal; empty if there is none.
Matrix inverse(Matrix matrix) {
  const std::size_t n = matrix.size();
  Matrix result(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1.0;
  for (std::size_t pivot = 0; pivot < n; ++pivot) {
    const double scale = matrix[pivot][pivot];
    if (scale < kSingular) return {};
    for (std::size_t j = 0; j < n; ++j) {
      matrix[pivot][j] /= scale;
      result[pivot][j] /= scale;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == pivot) continue;
      const double factor = matrix[i][pivot];
      for (std::size_t j = 0; j < n; ++j) {
        matrix[i][j] -= factor * matrix[pivot][j];
        result[i][j] -= factor * result[pivot][j];
      }
    }
  }
  return result;
}

/// The design with each row divided by its observation and each column scaled to length 1: the target is then 1.
struct Design {
  Matrix columns;
  std::vector<double> lengths;
};

Design design_of(std::span<const std::vector<double>> rows, std::span<const double> observed) {
  Design design;
  design.columns.assign(rows.front().size(), std::vector<double>(rows.size(), 0.0));
  for (std::size_t j = 0; j < design.columns.size(); ++j) {
    double squares = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      design.columns[j][i] = rows[i][j] / observed[i];
      squares += design.columns[j][i] * design.columns[j][i];
    }
    design.lengths.push_back(std::sqrt(squares));
    for (double& value : design.columns[j]) value /= std::max(design.lengths[j], std::numeric_limits<double>::min());
  }
  return design;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Matrix inverse_gram(const Design& design, const std::vector<std::size_t>& chosen) {
  Matrix gram(chosen.size(), std::vector<double>(chosen.size(), 0.0));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (std::size_t j = 0; j < chosen.size(); ++j) {
      gram[i][j] = product(design.columns[chosen[i]], design.columns[chosen[j]]);
    }
  }
  return inverse(std::move(gram));
}

std::vector<double> errors_of(const Design& design, const std::vector<double>& coefficients) {
  std::vector<double> errors(design.columns.front().size(), -1.0);
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    for (std::size_t i = 0; i < errors.size(); ++i) errors[i] += coefficients[j] * design.columns[j][i];
  }
  return errors;
}

/// Coefficients of the chosen columns, 0 for the others; empty if one is negative or they cannot be told apart.
std::vector<double> solve(const Design& design, const std::vector<std::size_t>& chosen) {
  const Matrix inverted = inverse_gram(design, chosen);
  if (inverted.empty()) return {};
  std::vector<double> coefficients(design.columns.size(), 0.0);
  const std::vector<double> ones(design.columns.front().size(), 1.0);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (std::size_t j = 0; j < chosen.size(); ++j) {
      coefficients[chosen[i]] += inverted[i][j] * product(design.columns[chosen[j]], ones);
    }
    if (coefficients[chosen[i]] < 0.0) return {};
  }
  return coefficients;
}

/// At least 1 degree of freedom.
double student(int degrees_of_freedom) {
  return boost::math::quantile(boost::math::students_t{static_cast<double>(degrees_of_freedom)}, kConfidence);
}

}  // namespace

double RelativeFit::at(std::span<const double> terms) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < coefficients.size(); ++i) sum += coefficients[i] * terms[i];
  return sum;
}

double RelativeFit::prediction_half_width(std::span<const double> terms) const {
  double variance = 0.0;
  const std::size_t n = coefficients.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) variance += terms[i] * terms[j] * covariance[i * n + j];
  }
  if (degrees_of_freedom < 1) return std::numeric_limits<double>::infinity();
  const double one = spread * at(terms);
  return student(degrees_of_freedom) * std::sqrt(std::max(0.0, variance) + one * one);
}

std::optional<RelativeFit> fit_relative(std::span<const std::vector<double>> rows, std::span<const double> observed) {
  if (rows.empty() || rows.size() < rows.front().size() || rows.front().empty()) return std::nullopt;
  const Design design = design_of(rows, observed);
  const std::size_t terms = design.columns.size();
  std::vector<std::size_t> all;
  for (std::size_t j = 0; j < terms; ++j) all.push_back(j);
  const Matrix inverted = inverse_gram(design, all);
  if (inverted.empty()) return std::nullopt;

  RelativeFit fit;
  std::vector<double> best;
  for (std::size_t subset = 1; subset < (std::size_t{1} << terms); ++subset) {
    std::vector<std::size_t> chosen;
    for (std::size_t j = 0; j < terms; ++j) {
      if (((subset >> j) & 1U) != 0) chosen.push_back(j);
    }
    std::vector<double> coefficients = solve(design, chosen);
    if (coefficients.empty()) continue;
    const std::vector<double> errors = errors_of(design, coefficients);
    const double squares = product(errors, errors);
    if (!best.empty() && squares >= fit.squared_errors) continue;
    fit.squared_errors = squares;
    fit.worst_error = 0.0;
    for (const double error : errors) fit.worst_error = std::max(fit.worst_error, std::abs(error));
    best = std::move(coefficients);
  }
  if (best.empty()) return std::nullopt;
  fit.degrees_of_freedom = static_cast<int>(rows.size()) - static_cast<int>(terms);
  fit.spread = fit.degrees_of_freedom > 0 ? std::sqrt(fit.squared_errors / fit.degrees_of_freedom) : 0.0;
  fit.covariance.assign(terms * terms, 0.0);
  for (std::size_t i = 0; i < terms; ++i) {
    fit.coefficients.push_back(best[i] / design.lengths[i]);
    for (std::size_t j = 0; j < terms; ++j) {
      fit.covariance[i * terms + j] =
          fit.spread * fit.spread * inverted[i][j] / (design.lengths[i] * design.lengths[j]);
    }
  }
  for (std::size_t i = 0; i < terms; ++i) {
    const bool is_known = fit.degrees_of_freedom > 0;
    fit.half_widths.push_back(is_known ? student(fit.degrees_of_freedom) * std::sqrt(fit.covariance[i * terms + i])
                                       : std::numeric_limits<double>::infinity());
  }
  return fit;
}

}  // namespace roofgate
