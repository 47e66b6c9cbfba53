// The smallest loss that a test would have shown: what a green night is worth.
#pragma once

#include "bench/stats/t_mixture.hpp"

namespace roofgate {

/// A test says "loss" if the observed change exceeds a critical value. The observed change is the true one plus an
/// error distributed as `error`, so a true change of the critical value plus this reserve is shown with probability
/// `power`. Exact for the predictive distribution: no noncentral t is needed, because the critical value depends on
/// earlier nights alone and the error's distribution already holds the doubt about the spread.
[[nodiscard]] double power_reserve(const TMixture& error, double power);

}  // namespace roofgate
