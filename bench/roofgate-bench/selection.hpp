// Which cases of a suite this process is asked for, and in which order. Pure: no platform, no file but --cases.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/roofgate-bench/options.hpp"
#include "bench/suite/suite_case.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// A case and its place in the suite, which is its place in the record.
struct PlannedCase {
  SuiteCase suite_case;
  std::size_t suite_index = 0;
};

/// The section's cases in a world of `ranks`, of one scope, in the suite's order.
[[nodiscard]] std::vector<PlannedCase> cases_in_world(const std::vector<SuiteCase>& section, int ranks,
                                                      CaseScope scope);

/// Those that --cases names. An id that is not there is a `usage` error that names `file`, the line and the nearest.
[[nodiscard]] Result<std::vector<PlannedCase>> cases_listed_in(std::vector<PlannedCase> cases, std::string_view text,
                                                               const std::string& file);

/// Those whose id the regular expression finds; after a leading '-' all others, as in Google Benchmark. No match and a
/// malformed expression are `usage` errors.
[[nodiscard]] Result<std::vector<PlannedCase>> cases_matching(std::vector<PlannedCase> cases,
                                                              const std::string& filter);

/// Seeded by `seed` and `round`, so that each round has its own order and a repeated one the same.
[[nodiscard]] std::vector<PlannedCase> in_round_order(std::vector<PlannedCase> cases, std::uint64_t seed, int round);

/// Seed of a case's input data in a round: fresh data each time, and the same when a round is repeated.
[[nodiscard]] std::uint64_t data_seed(std::uint64_t seed, int round, std::string_view case_id);

}  // namespace roofgate
