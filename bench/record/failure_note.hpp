// The note of a record whose tool said that it failed after its figures were there, in tearing down for instance: the
// figures hold, and whoever asks whether a change is safe wants to know.
#pragma once

#include <string>
#include <string_view>

#include "bench/record/record.hpp"

namespace roofgate {

/// Its text is what the tool said, "a process exited on a signal".
inline constexpr std::string_view kFailureNote = "tool_failure";

/// Empty if the tool said nothing.
[[nodiscard]] inline std::string tool_failure(const Record& record) {
  const auto found = record.notes.find(std::string{kFailureNote});
  return found == record.notes.end() ? std::string{} : found->second;
}

}  // namespace roofgate
