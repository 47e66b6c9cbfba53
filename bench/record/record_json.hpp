// The record's JSON border. docs/record.md explains every key, bench/record/record.schema.json is its schema.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bench/record/record.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// Whole-file text, two-space indented, samples on one line each.
[[nodiscard]] std::string to_json_text(const Record& record);

/// Strict: unknown keys, wrong types, NaN, negative times, duplicate cases, missing keys and other schema versions are
/// errors that name `source`, the JSON path and the fix.
[[nodiscard]] Result<Record> parse_record(std::string_view text, std::string_view source);

[[nodiscard]] Result<Record> read_record(const std::filesystem::path& file);

/// Atomic: a temporary beside the target, fsync, rename. On failure the old file is intact and the temporary gone.
[[nodiscard]] Result<void> write_record(const Record& record, const std::filesystem::path& file);

}  // namespace roofgate
