#include "bench/report/visible_text.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(VisibleText, PlainTextAndUnicodeStay) {
  EXPECT_EQ(visible("gemm/bf16 80.6 %"), "gemm/bf16 80.6 %");
  EXPECT_EQ(visible("\xe6\xb8\xac \xc2\xb7 \xf0\x9f\x98\x80"), "\xe6\xb8\xac \xc2\xb7 \xf0\x9f\x98\x80");
}

TEST(VisibleText, ControlsAreShown) {
  EXPECT_EQ(visible("\x1b[31m\x07\x7f"), "\\x1B[31m\\x07\\x7F");
  EXPECT_EQ(visible("a\nb\tc\rd"), "a\\x0Ab\\x09c\\x0Dd");
  EXPECT_EQ(visible("a\nb\tc\rd", LineBreaks::keep), "a\nb\tc\\x0Dd");
  EXPECT_EQ(visible(std::string_view{"a\0b", 3}), "a\\x00b");
  EXPECT_EQ(visible("\xc2\x9b"
                    "31m"),
            "\\x9B31m");  // C1 CSI
}

TEST(VisibleText, InvalidUtf8IsShownByteByByte) {
  EXPECT_EQ(visible("\xff"), "\\xFF");
  EXPECT_EQ(visible("\xe2\x82"), "\\xE2\\x82");                    // truncated
  EXPECT_EQ(visible("\xc0\xaf"), "\\xC0\\xAF");                    // overlong '/'
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xED\\xA0\\x80");           // surrogate
  EXPECT_EQ(visible("\xf4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");  // beyond U+10FFFF
}

TEST(VisibleText, DirectionOverridesAndInvisiblesAreShown) {
  EXPECT_EQ(visible("a\xe2\x80\xae"
                    "b"),
            "a\\u{202E}b");
  EXPECT_EQ(visible("a\xe2\x80\x8b"
                    "b"),
            "a\\u{200B}b");
  EXPECT_EQ(visible("\xef\xbb\xbf"), "\\u{FEFF}");
}

}  // namespace
}  // namespace roofgate
