#include "bench/record/utc_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace roofgate {
namespace {

using std::chrono::floor;

constexpr std::string_view kPattern = "dddd-dd-ddTdd:dd:ddZ";  // d: a digit

bool has_form(std::string_view text) {
  if (text.size() != kPattern.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kPattern[i] == 'd' ? !digit : text[i] != kPattern[i]) return false;
  }
  return true;
}

unsigned number_at(std::string_view text, std::size_t position, std::size_t digits) {
  unsigned value = 0;
  std::from_chars(text.data() + position, text.data() + position + digits, value);
  return value;
}

std::optional<UtcSeconds> moment_of(std::string_view text) {
  if (!has_form(text)) return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::year{static_cast<int>(number_at(text, 0, 4))},
                                        std::chrono::month{number_at(text, 5, 2)},
                                        std::chrono::day{number_at(text, 8, 2)}};
  const unsigned hour = number_at(text, 11, 2);
  const unsigned minute = number_at(text, 14, 2);
  const unsigned second = number_at(text, 17, 2);
  if (!day.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;  // 60: a leap second
  return std::chrono::sys_days{day} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
         std::chrono::seconds{second};
}

}  // namespace

std::string format_utc(UtcSeconds moment) {
  constexpr UtcSeconds kFirst{std::chrono::sys_days{std::chrono::year{0} / 1 / 1}};
  constexpr UtcSeconds kLast{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1} - std::chrono::seconds{1}};
  const UtcSeconds second = std::clamp(moment, kFirst, kLast);
  const auto midnight = floor<std::chrono::days>(second);
  const std::chrono::year_month_day day{midnight};
  const std::chrono::hh_mm_ss time{second - midnight};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()), time.hours().count(),
                     time.minutes().count(), time.seconds().count());
}

std::string utc_now() { return format_utc(floor<std::chrono::seconds>(std::chrono::system_clock::now())); }

Result<UtcSeconds> parse_utc(std::string_view text) {
  if (const auto moment = moment_of(text)) return *moment;
  return fail(ErrorKind::input, "not a moment in UTC", {}, "write it as 2026-11-29T02:00:09Z");
}

}  // namespace roofgate
