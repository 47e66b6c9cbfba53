// The smallest loss that a test would have shown: what a green night is worth.
#pragma once

#include "bench/stats/t_mixture.hpp"

namespace roofgate {

/// A test says "loss" if the observed change exceeds `critical`. The observed change is the true one plus an error
/// distributed as `error`, so a true change of critical + upper_quantile(1 - power) of the error is shown with
/// probability `power`. Exact for the predictive distribution: no noncentral t is needed, because `critical` depends on
/// earlier nights alone.
[[nodiscard]] double smallest_effect(const TMixture& error, double critical, double power);

}  // namespace roofgate
