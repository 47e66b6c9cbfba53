#include "bench/report/utf8.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(Utf8, DecodesEachLength) {
  EXPECT_EQ(decode_utf8("A").value, U'A');
  EXPECT_EQ(decode_utf8("\xc2\xb7").value, U'\u00B7');
  EXPECT_EQ(decode_utf8("\xe2\x82\xac").value, U'\u20AC');
  EXPECT_EQ(decode_utf8("\xf0\x9f\x98\x80").value, U'\U0001F600');
  EXPECT_EQ(decode_utf8("\xf0\x9f\x98\x80").bytes, 4U);
}

TEST(Utf8, AStrayByteIsNoCharacter) {
  const CodePoint stray = decode_utf8("\x80");
  EXPECT_FALSE(stray.value.has_value());
  EXPECT_EQ(stray.bytes, 1U);
}

TEST(Utf8, WidthCountsColumns) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("\xc2\xb7"), 1U);
  EXPECT_EQ(display_width("\xe6\xb8\xac\xe8\xa9\xa6"), 4U);  // two East Asian wide
  EXPECT_EQ(display_width("e\xcc\x81"), 1U);                 // combining acute
  EXPECT_EQ(display_width("\xff"), 1U);
  EXPECT_EQ(display_width(""), 0U);
}

}  // namespace
}  // namespace roofgate
