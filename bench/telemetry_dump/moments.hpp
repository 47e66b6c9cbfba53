// The ways in which telemetry tools write a moment. None of them says a time zone.
#pragma once

#include <optional>
#include <string_view>

namespace roofgate {

/// Seconds since the epoch as though the clock were UTC: "2026/11/29 02:00:09.125" (nvidia-smi CSV), "Sun Nov 29
/// 02:00:09 2026" (nvidia-smi -q, XML), "20261129 02:00:09" (dmon -o DT), "2026-11-29 02:00:09",
/// "2026-11-29T02:00:09Z". Absent for anything else and for a day that does not exist.
[[nodiscard]] std::optional<double> moment_of(std::string_view text);

}  // namespace roofgate
