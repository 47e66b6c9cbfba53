// Google Benchmark's JSON, as its compare.py and everything built on it read it. One repetition is one round: a fresh
// process, so that compare.py's U test compares what varies between runs.
#pragma once

#include "bench/export/exporter.hpp"

namespace roofgate {

/// Marked rounds are entries with `error_occurred`. Metrics that are no times stay behind: the format has no place for
/// them beside a time.
[[nodiscard]] Exported write_google_benchmark(const Record& record);

}  // namespace roofgate
