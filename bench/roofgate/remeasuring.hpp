// Judging again after measuring suspects again: fresh processes, a fixed number of looks, one error budget.
#pragma once

#include <filesystem>

#include "bench/roofgate/gating.hpp"
#include "bench/session/run_session.hpp"

namespace roofgate {

struct RemeasureRequest {
  std::filesystem::path record;  ///< changed: gets the further rounds and notes of the looks
  int rounds = 0;                ///< further rounds per suspect, at most
  Remeasuring session;           ///< how to start the measuring program
};

/// What more clean rounds may decide: inconclusive cases that wait for rounds and not for nights, and those with too
/// few clean rounds. Of a derived metric, the cases it rests on.
[[nodiscard]] std::vector<std::string> suspects_of(const GateResult& result);

/// Looks at the record, measures the suspects again and looks again, up to the policy's number of looks; ends as soon
/// as nothing is left to decide. `record` is the last state that was judged.
[[nodiscard]] Result<GateResult> judge_with_remeasuring(const GateMaterial& material, const RemeasureRequest& request,
                                                        Record& record, ProcessRunner& runner, RunObserver& observer);

}  // namespace roofgate
