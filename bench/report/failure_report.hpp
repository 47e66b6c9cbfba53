// A command that came to no result, in every form that its reports have: a file of the day before must not stand for
// it.
#pragma once

#include <string>
#include <string_view>

#include "bench/report/document.hpp"
#include "kernels/base/exit_status.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

inline constexpr std::string_view kFailureSchema = "roofgate.failure/1";

/// "cannot judge (exit status 3)", "unreadable input (exit status 2)": what an error means to whoever reads a status.
[[nodiscard]] std::string outcome_of(const Error& error);

/// The outcome, then what is wrong, where, and what to do.
[[nodiscard]] Document failure_document(const Error& error);

/// `roofgate.failure/1`: `command`, `status`, `what`, `where`, `hint`.
[[nodiscard]] std::string failure_json(const Error& error, std::string_view command);

/// The error without schema and command, as one member of a report.
[[nodiscard]] std::string error_json(const Error& error);

/// One suite with one test case, which is an error.
[[nodiscard]] std::string failure_junit(const Error& error, std::string_view command);

/// One row: status, what, where, hint.
[[nodiscard]] std::string failure_csv(const Error& error);

}  // namespace roofgate
