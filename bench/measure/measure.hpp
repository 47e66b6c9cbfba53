// One case, measured: check, warm up, batch, sample until it is enough, and say what was seen. A failure ends the
// case with a mark, never the program.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "bench/measure/limits.hpp"
#include "bench/measure/wall_clock.hpp"
#include "bench/record/record.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "kernels/base/platform.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// What is asked for. `make` allocates and fills; it is called on every rank.
struct Measurement {
  std::function<Result<std::unique_ptr<Workload>>()> make;
  CacheState cache = CacheState::cold;
  bool expose_launch = false;
  SamplingLimits limits;
  std::optional<std::string> oversubscribed;  ///< evidence, if more ranks than devices or cores measure
};

/// What measures. All outlive the call.
struct Instruments {
  Platform& platform;
  World& world;
  TelemetrySource& telemetry;
  WallClock& clock;
  ValidityLimits validity;
};

struct Measured {
  Round round;                ///< index, position and started_at are the caller's
  std::optional<Work> work;   ///< as the workload counts it; none if it could not be made
  bool ends_process = false;  ///< the device context is lost: nothing more can be measured in this process
};

/// Marks instead of samples: `skipped` if it could not be made here (`unavailable`), `wrong_result` if its check
/// failed, `error` for any other failure. Marks beside samples: `unstable`, `contended`, `throttled`, `oversubscribed`.
[[nodiscard]] Measured measure_case(const Measurement& measurement, const Instruments& instruments);

/// The mark of a case that ended with `error`.
[[nodiscard]] Mark mark_of(const Error& error);

}  // namespace roofgate
