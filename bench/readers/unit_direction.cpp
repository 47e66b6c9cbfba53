#include "bench/readers/unit_direction.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace roofgate {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 18> kTimes{{{"ns", 1e-9},
                                                                      {"nsec", 1e-9},
                                                                      {"nanoseconds", 1e-9},
                                                                      {"us", 1e-6},
                                                                      {"usec", 1e-6},
                                                                      {"\xc2\xb5s", 1e-6},
                                                                      {"\xce\xbcs", 1e-6},
                                                                      {"microseconds", 1e-6},
                                                                      {"ms", 1e-3},
                                                                      {"msec", 1e-3},
                                                                      {"milliseconds", 1e-3},
                                                                      {"s", 1.0},
                                                                      {"sec", 1.0},
                                                                      {"secs", 1.0},
                                                                      {"second", 1.0},
                                                                      {"seconds", 1.0},
                                                                      {"min", 60.0},
                                                                      {"minutes", 60.0}}};

std::optional<double> seconds_of(std::string_view name) {
  for (const auto& [unit, seconds] : kTimes) {
    if (name == unit) return seconds;
  }
  return std::nullopt;
}

bool is_rate_word(std::string_view name) {
  constexpr std::array<std::string_view, 12> kRates{"flops", "gflops", "tflops", "pflops", "gbps", "gb/sec",
                                                    "mbps",  "fps",    "qps",    "rps",    "iops", "tops"};
  return std::find(kRates.begin(), kRates.end(), name) != kRates.end();
}

}  // namespace

UnitMeaning meaning_of_unit(std::string_view unit) {
  std::string name;
  for (const char letter : unit) {
    if (letter != ' ') name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  if (is_rate_word(name)) return {std::nullopt, Better::higher};
  const std::size_t slash = name.find('/');
  const std::string above = name.substr(0, slash);
  if (slash == std::string::npos) {
    const auto seconds = seconds_of(above);
    return seconds ? UnitMeaning{seconds, Better::lower} : UnitMeaning{};
  }
  const std::string below = name.substr(slash + 1);
  if (seconds_of(above)) return {seconds_of(above), Better::lower};  // "ns/iter": a time per something
  if (seconds_of(below)) return {std::nullopt, Better::higher};      // "GB/s", "ops/sec"
  return {};
}

}  // namespace roofgate
