// "1,2,4" of the command line: numbers of ranks, each once. CLI11's own lists drop what is empty without a word.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace roofgate {

/// Accepts one argument of whole numbers from `least` to `most` with commas between, none missing and none twice.
[[nodiscard]] CLI::Validator rank_list(int least, int most);

/// Of arguments that it accepted.
[[nodiscard]] std::vector<int> ranks_of(const std::vector<std::string>& arguments);

}  // namespace roofgate
