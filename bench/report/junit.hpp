// The gate's verdicts as JUnit XML, the form that GitLab, Jenkins and GitHub actions show as test results.
#pragma once

#include <string>

#include "bench/gate/night_verdict.hpp"
#include "bench/gate/verdict.hpp"

namespace roofgate {

/// One test case per verdict. A regression or a wrong result is a failure; a vanished or invalid case is an error; what
/// could not be judged (inconclusive, no baseline, skipped, expected failure) is skipped with its reason, so that
/// nothing unjudged reads as passed. Where the night is no pass and no case of it fails, a test case "night" is an
/// error that says why: a suite is green if the exit status is 0, and only then.
[[nodiscard]] std::string render_junit(const GateResult& result);

/// A test suite for each place; a place that is missing or lost is an error.
[[nodiscard]] std::string render_junit(const NightVerdict& night);

}  // namespace roofgate
