// Gauges in the text format that both OpenMetrics 1.0 and Prometheus read: for a textfile collector or a push gateway.
#pragma once

#include "bench/export/exporter.hpp"

namespace roofgate {

/// Every case is there: a marked one with its marks and without a time, so that an alert can see it.
[[nodiscard]] Exported write_openmetrics(const Record& record);

}  // namespace roofgate
