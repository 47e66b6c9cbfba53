#include "bench/record/utc_time.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace roofgate {
namespace {

// Seconds since 1970 from GNU date: date -u -d 2026-11-29T02:00:09Z +%s
TEST(UtcTime, AgreesWithDate) {
  const auto moment = parse_utc("2026-11-29T02:00:09Z");
  ASSERT_TRUE(moment);
  EXPECT_EQ(moment->time_since_epoch().count(), 1795917609);
  EXPECT_EQ(format_utc(*moment), "2026-11-29T02:00:09Z");
}

TEST(UtcTime, MomentsThatTheFormCannotWriteBecomeItsEnds) {
  EXPECT_EQ(format_utc(UtcSeconds{std::chrono::seconds{214'331'968'809}}), "8761-11-29T02:00:09Z");
  EXPECT_EQ(format_utc(UtcSeconds{std::chrono::seconds::max()}), "9999-12-31T23:59:59Z");
  EXPECT_EQ(format_utc(UtcSeconds{std::chrono::seconds::min()}), "0000-01-01T00:00:00Z");
}

TEST(UtcTime, NowReadsBack) { EXPECT_TRUE(parse_utc(utc_now())); }

TEST(UtcTime, OnlyTheOneFormIsRead) {
  for (const char* text : {"", "2026-11-29", "2026-11-29T02:00:09", "2026-11-29 02:00:09Z", "2026-11-29T02:00:09+00:00",
                           "2026-11-29T02:00:09.5Z", "2026-02-29T02:00:09Z", "2026-11-29T24:00:00Z",
                           "2026-11-29T02:60:09Z", "2026-00-29T02:00:09Z", "-026-11-29T02:00:09Z"}) {
    EXPECT_FALSE(parse_utc(text)) << text;
  }
  EXPECT_TRUE(parse_utc("2028-02-29T23:59:59Z"));
}

}  // namespace
}  // namespace roofgate
