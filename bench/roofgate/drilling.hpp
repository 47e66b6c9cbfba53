// Measures a night and, in turns with it, some of its cases with planted losses, and asks the gate about each.
#pragma once

#include <filesystem>
#include <vector>

#include "bench/gate/drill.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/session/run_session.hpp"

namespace roofgate {

struct DrillRequest {
  RunRequest run;  ///< how to measure; `record` is not used
  GatingOptions gating;
  std::filesystem::path folder;  ///< for the records: night.json, planted-0.05.json, …
  std::vector<double> losses;    ///< of throughput, rising
  std::size_t cases = 8;         ///< in which losses are planted, at most
};

struct DrillRun {
  bool was_stopped = false;
  DrillResult result;
};

/// The sides of round 0 are measured in the order night, smallest loss, …, of round 1 in the opposite order, and so on.
/// An error where there is no baseline to drill against (`unavailable`), before anything is measured.
[[nodiscard]] Result<DrillRun> run_drill(const DrillRequest& request, ProcessRunner& runner, RunObserver& observer);

}  // namespace roofgate
