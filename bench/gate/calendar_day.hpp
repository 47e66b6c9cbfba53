// Days, for ages and expiry dates.
#pragma once

#include <chrono>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

/// The day of "2026-11-29", or of a moment that begins so ("2026-11-29T02:00:09Z"). Days that do not exist are `input`
/// errors without a place.
[[nodiscard]] Result<std::chrono::sys_days> parse_day(std::string_view text);

}  // namespace roofgate
