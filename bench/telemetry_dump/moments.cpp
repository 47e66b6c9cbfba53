#include "bench/telemetry_dump/moments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <vector>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::optional<int> digits_of(std::string_view text) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<double> days_of(std::optional<int> year, std::optional<int> month, std::optional<int> day) {
  if (!year || !month || !day || *year < 1970 || *year > 9999) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  return static_cast<double>(std::chrono::sys_days{date}.time_since_epoch().count());
}

/// "02:00:09", "02:00:09.125", with a 'Z' or without.
std::optional<double> seconds_of_day(std::string_view text) {
  if (text.ends_with('Z')) text.remove_suffix(1);
  if (text.size() < 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const auto hour = digits_of(text.substr(0, 2));
  const auto minute = digits_of(text.substr(3, 2));
  const auto second = number_of(text.substr(6));
  if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second < 0 || *second >= 61) return std::nullopt;
  return 3600.0 * *hour + 60.0 * *minute + *second;
}

/// "2026/11/29", "2026-11-29", "20261129".
std::optional<double> date_in_digits(std::string_view text) {
  if (text.size() == 8) {
    return days_of(digits_of(text.substr(0, 4)), digits_of(text.substr(4, 2)), digits_of(text.substr(6)));
  }
  if (text.size() != 10 || text[4] != text[7] || (text[4] != '/' && text[4] != '-')) return std::nullopt;
  return days_of(digits_of(text.substr(0, 4)), digits_of(text.substr(5, 2)), digits_of(text.substr(8)));
}

std::optional<int> month_named(std::string_view name) {
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto* found = std::find(kMonths.begin(), kMonths.end(), name.substr(0, 3));
  return found == kMonths.end() ? std::nullopt : std::optional{static_cast<int>(found - kMonths.begin()) + 1};
}

std::optional<double> joined(std::optional<double> days, std::optional<double> seconds) {
  if (!days || !seconds) return std::nullopt;
  return 86400.0 * *days + *seconds;
}

}  // namespace

std::optional<double> moment_of(std::string_view text) {
  const std::vector<std::string_view> words = fields_of(text);
  if (words.size() == 1) {
    const std::size_t middle = words[0].find('T');
    if (middle == std::string_view::npos) return std::nullopt;
    return joined(date_in_digits(words[0].substr(0, middle)), seconds_of_day(words[0].substr(middle + 1)));
  }
  if (words.size() == 2) return joined(date_in_digits(words[0]), seconds_of_day(words[1]));
  if (words.size() != 5) return std::nullopt;  // "Sun Nov 29 02:00:09 2026"
  return joined(days_of(digits_of(words[4]), month_named(words[1]), digits_of(words[2])), seconds_of_day(words[3]));
}

}  // namespace roofgate
