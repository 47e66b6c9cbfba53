#include "bench/roofgate/rank_list.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace roofgate {
namespace {

/// Adds the numbers of `text`, or says what is wrong with the first that is none.
std::string parse(const std::string& text, int least, int most, std::vector<int>& all) {
  std::vector<int> ranks;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.size(), text.find(',', begin));
    const std::string part = text.substr(begin, end - begin);
    begin = end + 1;
    int value = 0;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.empty()) return fmt::format("'{}' has nothing between two commas, or at an end", text);
    if (error != std::errc{} || stop != part.data() + part.size() || value < least || value > most) {
      return fmt::format("Value {} not in range [{} - {}]", part, least, most);
    }
    if (std::count(ranks.begin(), ranks.end(), value) > 0) return fmt::format("{} stands twice in '{}'", value, text);
    ranks.push_back(value);
  }
  all.insert(all.end(), ranks.begin(), ranks.end());
  return {};
}

}  // namespace

CLI::Option* add_rank_list(CLI::App& command, const std::string& name, std::vector<int>& ranks, const std::string& help,
                           int least, int most) {
  const auto take = [&ranks, name, least, most](const std::vector<std::string>& arguments) {
    std::vector<int> all;
    for (const std::string& argument : arguments) {
      const std::string problem = parse(argument, least, most, all);
      if (!problem.empty()) throw CLI::ValidationError{name, problem};
    }
    ranks = std::move(all);
  };
  return command.add_option_function<std::vector<std::string>>(name, take, help);
}

}  // namespace roofgate
