// The scaling report of a night that measured several world sizes.
#pragma once

#include <filesystem>

#include "bench/record/record.hpp"
#include "bench/roofline/peaks.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// scaling.md, scaling.csv and scaling.json in `folder`. False, and nothing written, where no two worlds that fit the
/// machine can be shown.
[[nodiscard]] Result<bool> write_night_scaling(const std::filesystem::path& folder, const Record& record,
                                               const PeaksDb& peaks);

}  // namespace roofgate
