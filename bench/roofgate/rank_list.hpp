// "1,2,4" of the command line: numbers of ranks, each once. CLI11's own lists drop what is empty without a word.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace roofgate {

/// Adds an option, which may be repeated, of whole numbers from `least` to `most` with commas between, none missing and
/// none twice in one argument. `ranks` holds them all once the command line is read.
CLI::Option* add_rank_list(CLI::App& command, const std::string& name, std::vector<int>& ranks, const std::string& help,
                           int least, int most);

}  // namespace roofgate
