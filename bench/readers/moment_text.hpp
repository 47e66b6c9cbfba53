// Moments as benchmark tools write them, as UTC.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace roofgate {

/// "+02:00", "-0530", "+02": what a clock is ahead of UTC, less than 15 hours. Absent for anything else.
[[nodiscard]] std::optional<std::chrono::minutes> utc_offset_of(std::string_view text);

/// "2026-11-29T15:39:17+02:00", "2026-11-29T15:39:17Z", "2026-11-29 15:39:17", "2026/11/29-15:39:17": UTC, ISO 8601.
/// Without a zone the clock is taken for UTC. Absent for anything else.
[[nodiscard]] std::optional<std::string> moment_with_zone(std::string_view text);

/// Milliseconds since the epoch, as JavaScript writes them.
[[nodiscard]] std::optional<std::string> moment_of_milliseconds(double milliseconds);

}  // namespace roofgate
