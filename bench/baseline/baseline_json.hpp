// The baseline's JSON border, laid out for review: one line per case and night, so that a new night is one block of
// new lines. docs/baselines.md explains every key.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bench/baseline/baseline.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// Numbers with six significant digits: 1000 times finer than the smallest loss that any night could show.
[[nodiscard]] std::string to_json_text(const Baseline& baseline);

/// As strict as the record's reader; besides, nights are in order of their dates and no record is there twice.
[[nodiscard]] Result<Baseline> parse_baseline(std::string_view text, std::string_view source);

[[nodiscard]] Result<Baseline> read_baseline(const std::filesystem::path& file);

}  // namespace roofgate
