#include "bench/gate/calendar_day.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

using namespace std::chrono;

TEST(CalendarDay, ReadsDaysAndMoments) {
  EXPECT_EQ(*parse_day("2026-11-29"), sys_days{2026y / November / 29});
  EXPECT_EQ(*parse_day("2026-11-29T23:59:59Z"), sys_days{2026y / November / 29});
  EXPECT_EQ((*parse_day("2027-01-01") - *parse_day("2026-12-25")).count(), 7);
}

TEST(CalendarDay, RefusesWhatIsNoDay) {
  for (const char* text : {"", "2026-02-30", "2026-13-01", "29.11.2026", "2026-11-29 02:00", "2026-11-2"}) {
    EXPECT_FALSE(parse_day(text)) << text;
  }
}

}  // namespace
}  // namespace roofgate
