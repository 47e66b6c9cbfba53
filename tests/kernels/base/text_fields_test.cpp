#include "kernels/base/text_fields.hpp"

#include <gmock/gmock.h>

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TextFields, TrimsBlanksNewlinesAndNuls) {
  EXPECT_EQ(trimmed(std::string_view{" \tAMD EPYC\n\0", 12}), "AMD EPYC");
  EXPECT_EQ(trimmed(" \n"), "");
}

TEST(TextFields, SplitsAtRunsOfBlanks) {
  EXPECT_THAT(fields_of("cpu0  1\t2 "), ElementsAre("cpu0", "1", "2"));
  EXPECT_THAT(fields_of("   "), IsEmpty());
}

TEST(TextFields, NumbersAreWholeAndFinite) {
  EXPECT_EQ(number_of("2596.150"), 2596.150);
  EXPECT_EQ(number_of(" 12\n"), 12.0);
  for (const auto* text : {"", "max", "12 kB", "nan", "inf", "0x10"}) EXPECT_FALSE(number_of(text)) << text;
}

TEST(TextFields, ValuesFollowTheirWholeKey) {
  constexpr std::string_view kText =
      "model\t\t: 17\nmodel name\t: AMD EPYC\nMemTotal:  8 kB\nPRETTY_NAME=\"x\"\nempty:\n";
  EXPECT_EQ(value_of(kText, "model"), "17");
  EXPECT_EQ(value_of(kText, "model name"), "AMD EPYC");
  EXPECT_EQ(value_of(kText, "MemTotal"), "8 kB");
  EXPECT_EQ(value_of(kText, "PRETTY_NAME"), "\"x\"");
  EXPECT_EQ(value_of(kText, "empty"), "");
  EXPECT_FALSE(value_of(kText, "Mem"));
  EXPECT_FALSE(value_of(kText, "absent"));
}

TEST(TextFields, AStrictNumberHasNoBlanks) {
  EXPECT_EQ(strict_number_of("-1.5e3"), -1500.0);
  for (const auto* text : {"", " 12", "12 ", "+12", "nan", "-inf", "1e999"})
    EXPECT_FALSE(strict_number_of(text)) << text;
}

TEST(TextFields, LowerCaseLeavesOtherBytesAlone) {
  EXPECT_EQ(lower_case("GPU Use (%) \xc3\x84@[`{Z"), "gpu use (%) \xc3\x84@[`{z");
}

TEST(WithoutEscapes, ControlSequencesGoAndAllElseStays) {
  EXPECT_EQ(without_escapes("\x1b[0;32mBM_copy \x1b[m 2 ns\x1b[K"), "BM_copy  2 ns");
  EXPECT_EQ(without_escapes("a[0m \x1b b"), "a[0m \x1b b") << "no sequence";
  EXPECT_EQ(without_escapes("cut \x1b[0;3"), "cut ");
  EXPECT_EQ(without_escapes(""), "");
}

}  // namespace
}  // namespace roofgate
