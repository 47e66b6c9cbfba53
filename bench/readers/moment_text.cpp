#include "bench/readers/moment_text.hpp"

#include <cctype>
#include <chrono>

#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

std::optional<int> two_digits(std::string_view text) {
  if (text.size() < 2 || std::isdigit(static_cast<unsigned char>(text[0])) == 0 ||
      std::isdigit(static_cast<unsigned char>(text[1])) == 0) {
    return std::nullopt;
  }
  return (text[0] - '0') * 10 + (text[1] - '0');
}

/// What follows the seconds: "", "Z", "+02:00", "+0200", ".125Z".
std::optional<std::chrono::minutes> zone_of(std::string_view text) {
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  }
  if (text.empty() || text == "Z") return std::chrono::minutes{0};
  return utc_offset_of(text);
}

}  // namespace

std::optional<std::chrono::minutes> utc_offset_of(std::string_view text) {
  if (text.empty() || (text.front() != '+' && text.front() != '-')) return std::nullopt;
  const int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  const auto hours = two_digits(text);
  if (!hours) return std::nullopt;
  text.remove_prefix(2);
  const bool has_minutes = !text.empty();
  if (text.starts_with(':')) text.remove_prefix(1);
  const auto minutes = has_minutes ? two_digits(text) : std::optional{0};
  if (!minutes || text.size() > 2 || *hours > 14 || *minutes > 59) return std::nullopt;
  return std::chrono::minutes{sign * (60 * *hours + *minutes)};
}

std::optional<std::string> moment_with_zone(std::string_view text) {
  if (text.size() < 19) return std::nullopt;
  std::string moment{text.substr(0, 19)};
  for (const std::size_t dash : {4U, 7U}) {
    if (moment[dash] == '/') moment[dash] = '-';
  }
  if (moment[10] == ' ' || moment[10] == '-') moment[10] = 'T';
  const auto parsed = parse_utc(moment + 'Z');
  const auto zone = zone_of(text.substr(19));
  if (!parsed || !zone) return std::nullopt;
  return format_utc(*parsed - *zone);
}

std::optional<std::string> moment_of_milliseconds(double milliseconds) {
  constexpr double kYear9999 = 253402300799e3;
  if (!(milliseconds > 0) || milliseconds > kYear9999) return std::nullopt;
  return format_utc(UtcSeconds{std::chrono::seconds{static_cast<long long>(milliseconds / 1e3)}});
}

}  // namespace roofgate
