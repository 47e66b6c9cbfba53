// What of tonight's measurement may be judged at all: marks, missing rounds, impossible rates. Before any statistics.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/gate/judge.hpp"

namespace roofgate {

/// A verdict that needs no comparison, with its reason.
struct Unjudged {
  VerdictKind kind = VerdictKind::invalid;
  Reason reason;
};

/// No value: the case has enough clean rounds and nothing speaks against them.
[[nodiscard]] std::optional<Unjudged> refuse_measurement(const Case& measured, const GateInputs& inputs);

/// The same of a derived metric, which is no better than the cases it rests on.
[[nodiscard]] std::optional<Unjudged> refuse_derived(const Case& metric, const std::vector<std::string>& rests_on,
                                                     const GateInputs& inputs);

/// Beside the last of the nights that it would be compared with, at least one: ranks that had a figure then and have
/// none tonight. The others' do not stand for them.
[[nodiscard]] std::optional<Unjudged> refuse_beside(const Case& measured, const std::vector<NightOfCase>& usable);

[[nodiscard]] bool is_clean_round(const Round& round);  ///< sampled and without a mark

/// "contended (CPU steal 12 %)": the marks of a case's rounds, each kind once, with the first evidence.
[[nodiscard]] std::string marks_of(const Case& measured);

}  // namespace roofgate
