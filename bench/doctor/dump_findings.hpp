// What a telemetry dump of another tool shows: slowdowns, stuck clocks, devices that spin, limits that differ.
#pragma once

#include <string>
#include <vector>

#include "bench/doctor/finding.hpp"
#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

/// A blocker: what ran then cannot be trusted. A warning: it was slower than it could be. A note: it looks worse than
/// it is, or is worth knowing.
[[nodiscard]] std::vector<Finding> dump_findings(const TelemetryDump& dump);

/// Why nothing can be told of devices, a sentence each: the clock is told nowhere, or nothing says whether it was busy
/// or held back.
[[nodiscard]] std::vector<std::string> untold_devices(const TelemetryDump& dump);

}  // namespace roofgate
