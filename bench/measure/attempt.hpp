// Calls what may throw, and turns an exception into an error value: one case's failure must not end the others.
#pragma once

#include <exception>

#include "kernels/base/result.hpp"

namespace roofgate {

/// `call()`, which returns a Result; an exception becomes an `internal` error with its text.
template <class Call>
[[nodiscard]] auto attempt(Call&& call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& thrown) {
    return fail(ErrorKind::internal, thrown.what());
  }
}

}  // namespace roofgate
