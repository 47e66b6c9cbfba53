// `roofgate run --ab`: two environments measured in turns into one folder, and compared at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/session/run_session.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct AbRequest {
  RunRequest run;                         ///< how to measure; `record` is not used, `rounds` are pairs
  std::vector<std::string> environments;  ///< two, as environment_text.hpp reads them
  std::filesystem::path folder;           ///< gets a.json and b.json
  bool has_rounds = false;                ///< they were asked for: else a resumed run keeps its own
};

struct AbOutcome {
  std::filesystem::path a, b;  ///< the records
  std::vector<RunOutcome> sides;

  [[nodiscard]] bool was_stopped() const;
};

/// Rounds in the order A B, B A, A B, … A resumed folder must hold the same two environments; it may be given more
/// rounds.
[[nodiscard]] Result<AbOutcome> run_ab(const AbRequest& request, ProcessRunner& runner, RunObserver& observer);

}  // namespace roofgate
