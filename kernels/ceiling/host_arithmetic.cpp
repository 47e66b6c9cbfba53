#include "kernels/ceiling/host_arithmetic.hpp"

#include <fmt/format.h>

namespace roofgate {

Check ArithmeticCeiling::conclude(const ElementErrors& errors) const {
  if (errors.passed()) {
    return errors.to_check(
        fmt::format("{} values of {} threads: steps counted, results compared", value_count(), threads_));
  }
  return errors.to_check(fmt::format("{} of {} values of {} threads are wrong, the first in lane {}", errors.wrong(),
                                     value_count(), threads_, errors.first_wrong()));
}

}  // namespace roofgate
