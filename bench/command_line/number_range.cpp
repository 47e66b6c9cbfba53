#include "bench/command_line/number_range.hpp"

#include <fmt/format.h>

#include <string>

namespace roofgate {

CLI::Validator number_from(double low, double high) {
  const std::string range = fmt::format("a number from {:g} to {:g}", low, high);
  return CLI::Validator{[low, high, range](std::string& text) {
                          double value = 0.0;
                          const bool is_inside =
                              CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
                          return is_inside ? std::string{} : fmt::format("{} is not {}", text, range);
                        },
                        ""};
}

}  // namespace roofgate
