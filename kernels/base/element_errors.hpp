// Gathers the comparison of many elements into a Check: the worst error and the first wrong element.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "kernels/base/workload.hpp"

namespace roofgate {

/// One thread's findings; `merge` joins them. Errors are in units of the tolerance.
class ElementErrors {
 public:
  /// `error` > 1 is wrong, and so is a NaN.
  void add(std::size_t index, double error) {
    if (error <= 1.0) {
      worst_ = std::max(worst_, error);
      return;
    }
    if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
    worst_ = std::max(worst_, error);
    ++wrong_;
    first_wrong_ = std::min(first_wrong_, index);
  }

  void merge(const ElementErrors& other) {
    worst_ = std::max(worst_, other.worst_);
    wrong_ += other.wrong_;
    first_wrong_ = std::min(first_wrong_, other.first_wrong_);
  }

  [[nodiscard]] bool passed() const { return wrong_ == 0; }
  [[nodiscard]] std::size_t wrong() const { return wrong_; }
  [[nodiscard]] std::size_t first_wrong() const { return first_wrong_; }  ///< meaningful if not passed()
  [[nodiscard]] Check to_check(std::string detail) const { return Check{passed(), worst_, std::move(detail)}; }

 private:
  double worst_ = 0.0;
  std::size_t wrong_ = 0;
  std::size_t first_wrong_ = std::numeric_limits<std::size_t>::max();
};

/// |got - expected| / tolerance. With tolerance 0 only equality is right; a NaN is never right.
[[nodiscard]] inline double error_in_tolerances(double got, double expected, double tolerance) {
  if (got == expected) return 0.0;
  const double difference = got > expected ? got - expected : expected - got;
  return tolerance > 0.0 ? difference / tolerance : std::numeric_limits<double>::infinity();
}

}  // namespace roofgate
