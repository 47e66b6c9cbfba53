#include "kernels/base/exit_status.hpp"

namespace roofgate {

ExitStatus exit_status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::input:
      return ExitStatus::usage;
    case ErrorKind::unavailable:
    case ErrorKind::measurement:
      return ExitStatus::cannot_judge;
    case ErrorKind::internal:
      break;
  }
  return ExitStatus::wrong_result;
}

}  // namespace roofgate
