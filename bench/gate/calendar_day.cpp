#include "bench/gate/calendar_day.hpp"

#include <string>

#include "bench/record/utc_time.hpp"

namespace roofgate {

Result<std::chrono::sys_days> parse_day(std::string_view text) {
  constexpr std::size_t kDayLength = 10;
  const bool is_moment = text.size() > kDayLength && text[kDayLength] == 'T';
  const auto moment = parse_utc(is_moment ? std::string{text} : std::string{text} + "T00:00:00Z");
  if (!moment) {
    return fail(ErrorKind::input, "'" + std::string{text} + "' is not a day", {}, "write it as \"2026-11-29\"");
  }
  return std::chrono::floor<std::chrono::days>(*moment);
}

}  // namespace roofgate
