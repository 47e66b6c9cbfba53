#include "bench/telemetry_dump/moments.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

constexpr double kMoment = 1795917609;  // date -u -d '2026-11-29 02:00:09' +%s

TEST(Moments, EveryToolsWayIsTheSameMoment) {
  EXPECT_EQ(moment_of("2026/11/29 02:00:09.250"), kMoment + 0.25);
  EXPECT_EQ(moment_of("Sun Nov 29 02:00:09 2026"), kMoment);
  EXPECT_EQ(moment_of("20261129 02:00:09"), kMoment);
  EXPECT_EQ(moment_of("2026-11-29 02:00:09"), kMoment);
  EXPECT_EQ(moment_of("2026-11-29T02:00:09Z"), kMoment);
}

TEST(Moments, WhatIsNoneIsAbsent) {
  for (const char* text : {"", "02:00:09", "2026/02/30 02:00:09", "2026/11/29 25:00:09", "Sun Foo 29 02:00:09 2026",
                           "2026-11-29", "29/11/2026 02:00:09", "2026/11/29 02:00:xx", "N/A"}) {
    EXPECT_FALSE(moment_of(text)) << text;
  }
}

}  // namespace
}  // namespace roofgate
