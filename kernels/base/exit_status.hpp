// The exit status of every roofgate program: never a count.
#pragma once

#include "kernels/base/result.hpp"

namespace roofgate {

enum class ExitStatus : int {
  pass = 0,
  regression = 1,
  usage = 2,         ///< usage, or unreadable input
  cannot_judge = 3,  ///< inconclusive, no baseline, invalid measurement, no device
  wrong_result = 4,  ///< a wrong result, or an internal error
};

[[nodiscard]] ExitStatus exit_status_of(ErrorKind kind);

}  // namespace roofgate
