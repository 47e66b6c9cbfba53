// What a library chose for a case, as far as two nights can be told apart by it.
#pragma once

#include <map>
#include <span>
#include <string>

#include "bench/record/record.hpp"

namespace roofgate {

using AlgorithmChoice = std::map<std::string, std::string>;

/// Of a round's `algorithm` what was chosen, without what merely goes with it: versions (software is on trial, not the
/// key), how many candidates there were, and what follows from the choice or from the order of the cases.
[[nodiscard]] AlgorithmChoice choice_in(const std::map<std::string, std::string>& algorithm);

/// What both tell is the same: a key that only one of them knows says nothing. So an empty choice differs from none.
[[nodiscard]] bool are_same_choice(const AlgorithmChoice& a, const AlgorithmChoice& b);

/// The `algorithm` of most of these rounds, the earliest where several are as frequent; empty without any. Of fastest
/// candidates that are equally good now one is found, now another.
[[nodiscard]] std::map<std::string, std::string> usual_algorithm(std::span<const Round* const> rounds);

}  // namespace roofgate
