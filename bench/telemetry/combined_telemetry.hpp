// Several sources as one: a CUDA measurement watches its device and the CPUs that feed it.
#pragma once

#include <memory>
#include <vector>

#include "bench/telemetry/telemetry.hpp"

namespace roofgate {

/// A field that several sources tell is the first one's; clock event reasons and gaps are everyone's.
[[nodiscard]] std::unique_ptr<TelemetrySource> combine_telemetry(std::vector<std::unique_ptr<TelemetrySource>> sources);

}  // namespace roofgate
