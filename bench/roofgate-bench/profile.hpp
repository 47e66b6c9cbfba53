// --profile: one iteration of one case inside a named range, for Nsight Systems, Nsight Compute or perf. Not a
// measurement: profilers change what they watch.
#pragma once

#include "bench/roofgate-bench/backend.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// Checks the workload, launches it once outside the range, then once inside a range named `case_id`.
[[nodiscard]] Result<void> profile_once(Workload& workload, Platform& platform, const std::string& case_id);

}  // namespace roofgate
