// The steps of `roofgate nightly`, each with its own outcome: measure a night, keep it for the baseline, or judge it.
#pragma once

#include <filesystem>
#include <optional>

#include "bench/report/document.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/roofgate/night_pictures.hpp"
#include "bench/session/run_session.hpp"
#include "kernels/base/exit_status.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct NightlyRequest {
  RunRequest run;                             ///< `record` is set for each night
  GatingOptions gating;                       ///< `baselines` is the folder that is read and written
  std::filesystem::path runs;                 ///< each night gets a folder below it
  int baseline_nights = 3;                    ///< made in a row on a machine that has none
  bool remembers = true;                      ///< a night that is not worse becomes part of the baseline
  bool remeasures = true;                     ///< suspects, as the policy says
  std::optional<PictureTools> pictures = {};  ///< absent: none are drawn, and nothing is said of them
};

/// What a night, or the last of the first nights, came to.
struct NightlyOutcome {
  ExitStatus status = ExitStatus::cannot_judge;
  Document document;
};

/// Measures until one night is judged or none can be. Errors: nothing could be measured, read or written.
[[nodiscard]] Result<NightlyOutcome> nightly(const NightlyRequest& request, ProcessRunner& runner,
                                             RunObserver& observer);

}  // namespace roofgate
