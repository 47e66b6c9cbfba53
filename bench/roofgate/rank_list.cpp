#include "bench/roofgate/rank_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace roofgate {
namespace {

/// The numbers; `problem` says what is wrong with the first that is none.
std::vector<int> parse(const std::string& text, int least, int most, std::string& problem) {
  std::vector<int> ranks;
  for (std::size_t begin = 0; begin <= text.size() && problem.empty();) {
    const std::size_t end = std::min(text.size(), text.find(',', begin));
    const std::string part = text.substr(begin, end - begin);
    begin = end + 1;
    int value = 0;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.empty()) {
      problem = fmt::format("'{}' has nothing between two commas, or at an end", text);
    } else if (error != std::errc{} || stop != part.data() + part.size() || value < least || value > most) {
      problem = fmt::format("Value {} not in range [{} - {}]", part, least, most);
    } else if (std::count(ranks.begin(), ranks.end(), value) > 0) {
      problem = fmt::format("{} stands twice in '{}'", value, text);
    } else {
      ranks.push_back(value);
    }
  }
  return ranks;
}

}  // namespace

CLI::Validator rank_list(int least, int most) {
  return CLI::Validator{[least, most](std::string& text) {
                          std::string problem;
                          parse(text, least, most, problem);
                          return problem;
                        },
                        fmt::format("INT in [{} - {}]", least, most)};
}

std::vector<int> ranks_of(const std::vector<std::string>& arguments) {
  std::vector<int> all;
  for (const std::string& argument : arguments) {
    std::string problem;
    for (const int ranks : parse(argument, 1, std::numeric_limits<int>::max(), problem)) all.push_back(ranks);
  }
  return all;
}

}  // namespace roofgate
