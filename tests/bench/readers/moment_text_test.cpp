#include "bench/readers/moment_text.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

using std::chrono::minutes;

TEST(MomentText, OffsetsHaveThreeForms) {
  EXPECT_EQ(utc_offset_of("+02:00"), minutes{120});
  EXPECT_EQ(utc_offset_of("-0530"), minutes{-330});
  EXPECT_EQ(utc_offset_of("+02"), minutes{120});
  for (const char* text :
       {"", "Z", "02:00", "+2", "+02:", "+02:0", "+02:00x", "+020000", "+15:00", "+02:60", "--2:00"}) {
    EXPECT_FALSE(utc_offset_of(text)) << text;
  }
}

TEST(MomentText, ZonesAreTakenOff) {
  EXPECT_EQ(moment_with_zone("2026-11-29T01:39:17+02:00"), "2026-11-28T23:39:17Z");
  EXPECT_EQ(moment_with_zone("2026/11/29-15:39:17"), "2026-11-29T15:39:17Z");
  EXPECT_EQ(moment_with_zone("2026-11-29 15:39:17.125-0530"), "2026-11-29T21:09:17Z");
  EXPECT_FALSE(moment_with_zone("2026-11-29T15:39:17+02:00 or so"));
}

}  // namespace
}  // namespace roofgate
