#include "bench/record/record_dates.hpp"

#include <fmt/format.h>

#include "bench/record/utc_time.hpp"

namespace roofgate {

std::optional<std::string> impossible_dates(const Record& record, std::string_view today) {
  // Text order is time order.
  if (!record.finished_at.empty() && record.finished_at < record.started_at) {
    return fmt::format("The record was finished at {}, before it started at {}.", record.finished_at,
                       record.started_at);
  }
  const auto midnight = parse_utc(std::string{today.substr(0, 10)} + "T00:00:00Z");
  const auto started = parse_utc(record.started_at);
  // A day of grace: two machines' clocks may differ by a time zone that one of them got wrong.
  if (!midnight || !started || *started < *midnight + std::chrono::days{2}) return std::nullopt;
  return fmt::format("The record is dated {}, in the future: today is {}.", record.started_at, today.substr(0, 10));
}

}  // namespace roofgate
