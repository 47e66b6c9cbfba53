// One night's cases beside what is remembered of each: what the statistics take their numbers from and the reasons look
// for their evidence in. Points into the judged inputs; lives no longer than they do.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/gate/algorithm_key.hpp"
#include "bench/gate/judge.hpp"
#include "bench/gate/night_comparison.hpp"
#include "bench/gate/reference.hpp"

namespace roofgate {

/// A case that is compared.
struct ComparedCase {
  const Case* measured = nullptr;
  std::vector<std::string> rests_on;       ///< of a derived metric: the cases it follows from, its subject first
  std::vector<NightOfCase> window;         ///< its reference, not empty
  std::size_t other_algorithm_nights = 0;  ///< left out of it (algorithm_key.hpp)
  std::optional<AlgorithmSwitch> algorithm_switch;
  CaseSeries series;
  Evidence evidence;
  Verdict verdict;
};

/// By case id.
using NightView = std::map<std::string, ComparedCase, std::less<>>;

/// Case and nights as numbers. `usable` is not empty; rounds that are not clean are left out.
[[nodiscard]] ComparedCase compared_case(const Case& measured, const std::vector<NightOfCase>& usable,
                                         const GateInputs& inputs);

/// "gemm", or the first part of the id where a record does not say.
[[nodiscard]] std::string_view kind_of(const Case& measured);

/// Median over the clean rounds that know it.
[[nodiscard]] std::optional<double> clock_of(const Case& measured);
[[nodiscard]] std::optional<double> power_of(const Case& measured);

}  // namespace roofgate
