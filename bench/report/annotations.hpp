// The gate's findings as GitHub workflow commands, which a runner turns into annotations of the run.
#pragma once

#include <string>

#include "bench/gate/night_verdict.hpp"
#include "bench/gate/verdict.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// A runner shows so many of each level per step and drops the rest without a word.
inline constexpr std::size_t kAnnotationsPerLevel = 10;

/// One line each, worst first: `::error` for what fails as a loss or a wrong result, `::warning` for what cannot be
/// judged or drifts; nothing for what passes. A night that is no pass though no case of it fails is an `::error` of its
/// own that says why. Those over the limit are counted in the last one of their level. Text is made visible, and
/// escaped as the runner expects, so that no case name starts a command of its own.
[[nodiscard]] std::string render_annotations(const GateResult& result);

/// An error for each place that is missing or cannot be judged, with the same limit.
[[nodiscard]] std::string render_unjudged_annotations(const NightVerdict& night);

/// The one error of a command that judged nothing.
[[nodiscard]] std::string render_failure_annotation(const Error& error);

}  // namespace roofgate
