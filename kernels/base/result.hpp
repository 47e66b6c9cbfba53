// Expected failures as values: what went wrong, where, and what to do about it. Bugs are assertions (assert.hpp).
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace roofgate {

/// Decides the exit status of a program that cannot go on (exit_status.hpp).
enum class ErrorKind {
  usage,        ///< the command line asks for something that does not exist
  input,        ///< a file cannot be read or does not hold what it should
  unavailable,  ///< a device, library or measurement that is needed is not there: no verdict
  measurement,  ///< measuring was tried and did not give a usable result: no verdict
  internal,     ///< the system failed us (disk full, out of memory) or we failed
};

struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string what;   ///< what is wrong, in one sentence without a full stop
  std::string where;  ///< file, JSON path, case or call; empty if there is no such place
  std::string hint;   ///< what the user can do; empty if nothing is known
  /// The device context is lost (a sticky CUDA error): nothing more can be measured in this process.
  bool ends_process = false;
};

/// "where: what" and, on a second line, "  hint: …".
[[nodiscard]] std::string to_string(const Error& error);

template <class T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorKind::input, "not a number", "a.json: /cases/0/time_s", "write seconds as a JSON number");`
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorKind kind, std::string what, std::string where = {},
                                                std::string hint = {}) {
  return tl::unexpected<Error>{Error{kind, std::move(what), std::move(where), std::move(hint), false}};
}

[[nodiscard]] inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>{std::move(error)}; }

}  // namespace roofgate
