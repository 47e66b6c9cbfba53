// What `roofgate doctor --telemetry` prints: a line per device, then what the dump shows.
#pragma once

#include <vector>

#include "bench/doctor/finding.hpp"
#include "bench/report/document.hpp"
#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

[[nodiscard]] Document dump_document(const TelemetryDump& dump, const std::vector<Finding>& findings,
                                     const std::vector<std::string>& untold);

}  // namespace roofgate
