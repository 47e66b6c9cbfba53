// The peaks data base's JSON border: baselines/peaks/*.json, schema `roofgate.peaks/1`. docs/peaks.md explains the
// keys.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/roofline/peaks.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

inline constexpr std::string_view kPeaksSchema = "roofgate.peaks/1";

/// Devices of one file. Strict: an unknown or missing key, a wrong type, a figure that is not positive, or a value
/// without a source is an `input` error that names `source`, the JSON path and the fix.
[[nodiscard]] Result<std::vector<DevicePeaks>> parse_peaks(std::string_view text, const std::string& source);

/// Every *.json of a folder, in name order. A folder that is missing or holds none, and two entries that share an id or
/// a name, are errors: a data base that is partly read would place cases under the wrong roof.
[[nodiscard]] Result<PeaksDb> load_peaks(const std::filesystem::path& folder);

}  // namespace roofgate
