#include "kernels/step/gradient_check.hpp"

#include <fmt/format.h>

#include "kernels/base/bounded.hpp"
#include "kernels/base/element_errors.hpp"

namespace roofgate {

Check check_gradients(std::span<const Bf16> got, std::span<const float> sum, std::span<const float> size,
                      int roundings) {
  ElementErrors errors;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double tolerance = roundings * half_bf16_spacing(static_cast<double>(size[i]));
    errors.add(i, error_in_tolerances(static_cast<double>(to_float(got[i])), static_cast<double>(sum[i]), tolerance));
  }
  if (errors.passed()) {
    return errors.to_check(fmt::format("all {} gradients equal the sum over ranks", got.size()));
  }
  const std::size_t first = errors.first_wrong();
  return errors.to_check(fmt::format("{} of {} gradients are wrong, first element {}: {}, expected {}", errors.wrong(),
                                     got.size(), first, to_float(got[first]), sum[first]));
}

}  // namespace roofgate
