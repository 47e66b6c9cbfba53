// Reads a text as a file of a reader, for tests.
#pragma once

#include <string>
#include <string_view>

#include "bench/readers/import.hpp"

namespace roofgate {

/// Detected by content, as a user's file is; `name` may carry a date.
[[nodiscard]] Result<ImportedFile> read_text(std::string_view text, const std::string& name = "night-2026-10-01.log");

/// Of tests/data/readers.
[[nodiscard]] Result<ImportedFile> read_sample(const std::string& name);
[[nodiscard]] std::string sample_text(const std::string& name);

/// Null if the only record has no such case.
[[nodiscard]] const Case* find_case(const ImportedFile& file, std::string_view id);

/// All remarks, a line each.
[[nodiscard]] std::string remarks_of(const ImportedFile& file);

}  // namespace roofgate
