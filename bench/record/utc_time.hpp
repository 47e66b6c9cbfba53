// Moments as text: UTC, ISO 8601, "2026-11-29T02:00:09Z". The one form in records and baselines, so that text order
// is time order.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

using UtcSeconds = std::chrono::sys_time<std::chrono::seconds>;

/// Moments outside the years 0 to 9999 become the first or the last that the form can write.
[[nodiscard]] std::string format_utc(UtcSeconds moment);
[[nodiscard]] std::string utc_now();

/// Exactly "YYYY-MM-DDThh:mm:ssZ" with a day that exists; anything else is an `input` error without a place.
[[nodiscard]] Result<UtcSeconds> parse_utc(std::string_view text);

}  // namespace roofgate
