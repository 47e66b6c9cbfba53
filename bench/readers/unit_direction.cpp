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

/// "GB", "MiB", "kbit", "GFLOP", "Mops": how many of the plain thing, and which that is.
struct Amount {
  double scale = 1.0;
  std::string_view plain;
};

constexpr std::array<std::pair<std::string_view, double>, 11> kPrefixes{{{"ki", 1024.0},
                                                                         {"mi", 1048576.0},
                                                                         {"gi", 1073741824.0},
                                                                         {"ti", 1099511627776.0},
                                                                         {"kilo", 1e3},
                                                                         {"k", 1e3},
                                                                         {"m", 1e6},
                                                                         {"g", 1e9},
                                                                         {"t", 1e12},
                                                                         {"p", 1e15},
                                                                         {"", 1.0}}};

struct Thing {
  std::string_view name, plain;
  double scale = 1.0;
};
constexpr std::array kThings{
    Thing{"bytes", "bytes"},       Thing{"byte", "bytes"},
    Thing{"bits", "bytes", 0.125}, Thing{"bit", "bytes", 0.125},
    Thing{"flops", "FLOP"},        Thing{"flop", "FLOP"},
    Thing{"ops", "ops"},           Thing{"op", "ops"},
    Thing{"operations", "ops"},    Thing{"iter", "iter"},
    Thing{"iterations", "iter"},   Thing{"tokens", "tokens"},
    Thing{"items", "items"},       Thing{"elements", "elements"},
};

std::optional<Amount> amount_of(std::string_view name) {
  for (const auto& [prefix, scale] : kPrefixes) {
    if (!name.starts_with(prefix)) continue;
    const std::string_view rest = name.substr(prefix.size());
    for (const Thing& thing : kThings) {
      if (rest == thing.name) return Amount{scale * thing.scale, thing.plain};
    }
  }
  return std::nullopt;
}

/// "GB" is of bytes and "Gb" of bits; "gb", "MB" and "kb" of a careless hand are bytes.
std::optional<Amount> bytes_of(std::string_view written) {
  if (written.empty() || (written.back() != 'B' && written.back() != 'b')) return std::nullopt;
  std::string small;
  for (const char c : written.substr(0, written.size() - 1)) {
    small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const auto& [prefix, scale] : kPrefixes) {
    if (small != prefix) continue;
    const bool is_bits =
        written.back() == 'b' && written.size() > 1 && std::isupper(static_cast<unsigned char>(written.front())) != 0;
    return Amount{is_bits ? scale / 8.0 : scale, "bytes"};
  }
  return std::nullopt;
}

/// "gbps", "MiB/s", "TFLOPS", "kops": an amount per second in one word.
std::optional<Amount> rate_word(std::string_view written, std::string_view name) {
  if (name.ends_with("flops")) return Amount{amount_of(name).value_or(Amount{1.0, "FLOP"}).scale, "FLOP"};
  if (name.ends_with("bps")) {
    const auto bits = amount_of(std::string{name.substr(0, name.size() - 3)} + "bit");
    // "GBps" is bytes, "Gbps" and "gbps" are bits, as everybody writes them.
    const bool is_bytes = written[written.size() - 3] == 'B';
    return bits ? std::optional{Amount{is_bytes ? bits->scale * 8.0 : bits->scale, "bytes"}} : std::nullopt;
  }
  if (name == "tops" || name == "gops" || name == "iops") {
    return Amount{name == "tops" ? 1e12 : name == "gops" ? 1e9 : 1.0, "ops"};
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kPer{
      {{"fps", "frames"}, {"qps", "queries"}, {"rps", "requests"}}};
  for (const auto& [word, thing] : kPer) {
    if (name == word) return Amount{1.0, thing};
  }
  return std::nullopt;
}

/// Rates are kept in the unit that people read them in.
UnitMeaning rate_of(const Amount& amount, double seconds) {
  const double per_second = amount.scale / seconds;
  if (amount.plain == "bytes") return {std::nullopt, Better::higher, per_second / 1e9, "GB/s"};
  if (amount.plain == "FLOP") return {std::nullopt, Better::higher, per_second / 1e12, "TFLOP/s"};
  return {std::nullopt, Better::higher, per_second, std::string{amount.plain} + "/s"};
}

}  // namespace

UnitMeaning meaning_of_unit(std::string_view unit) {
  std::string written;
  std::string name;
  for (const char letter : unit) {
    if (letter == ' ') continue;
    written += letter;
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) {
    if (const auto seconds = seconds_of(name)) return {seconds, Better::lower, *seconds, "s"};
    if (const auto rate = rate_word(written, name)) {
      return rate_of(*rate, 1.0);
    }
    const auto amount = bytes_of(written);
    return amount ? UnitMeaning{std::nullopt, std::nullopt, amount->scale, "bytes"}
                  : UnitMeaning{std::nullopt, std::nullopt, 1.0, std::string{unit}};
  }
  const std::string above = name.substr(0, slash);
  const std::string below = name.substr(slash + 1);
  if (const auto seconds = seconds_of(above)) return {seconds, Better::lower, *seconds, "s"};  // "ns/iter"
  const auto seconds = seconds_of(below);
  if (!seconds) return {std::nullopt, std::nullopt, 1.0, std::string{unit}};
  auto amount = bytes_of(std::string_view{written}.substr(0, slash));
  if (!amount) amount = amount_of(above);
  if (!amount) return {std::nullopt, Better::higher, 1.0 / *seconds, above + "/s"};
  return rate_of(*amount, *seconds);
}

}  // namespace roofgate
