// One record into the baselines: judged and added under the baseline's lock, so that what it was judged against is what
// it joins. For `roofgate baseline promote` and `roofgate nightly`.
#pragma once

#include <cstddef>
#include <filesystem>

#include "bench/baseline/promote.hpp"
#include "bench/gate/verdict.hpp"
#include "bench/roofgate/gating.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct PromoteRequest {
  std::filesystem::path folder;  ///< of the baselines; made if it is not there
  GateMaterial rules;            ///< load_rules(); the baseline is read anew
  PromoteOptions options;
  bool dry_run = false;           ///< decide, and write nothing
  bool is_reference_made = true;  ///< false for first nights: they are the reference, and slower than none
  PlaceRule places = PlaceRule::apart;
  bool keeps_losses = false;  ///< a night refused for its losses leaves them as evidence for the next nights
};

struct Promoted {
  Promotion promotion;
  std::filesystem::path file;
  std::size_t nights = 0;     ///< in the file afterwards
  std::size_t elsewhere = 0;  ///< of these: of other places
};

/// A refusal is no error: it is in `promotion`, and nothing was written. Errors: an unreadable baseline, a lock that is
/// not given up, a place that cannot be written to.
[[nodiscard]] Result<Promoted> promote_into(const Record& record, const PromoteRequest& request);

/// What of the verdicts decides whether a night may be remembered.
[[nodiscard]] Judgement judgement_of(const GateResult& result);

}  // namespace roofgate
