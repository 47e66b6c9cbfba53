#include "bench/suite/size_text.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(SizeText, BinaryUnits) {
  EXPECT_EQ(parse_size_text("8"), 8);
  EXPECT_EQ(parse_size_text("8 B"), 8);
  EXPECT_EQ(parse_size_text("64 KiB"), 65536);
  EXPECT_EQ(parse_size_text("256MiB"), 268435456);
  EXPECT_EQ(parse_size_text("4 GiB"), 4294967296);
}

TEST(SizeText, RefusesWhatIsNoByteCount) {
  for (const char* text :
       {"", " 8", "0", "-8", "8 MB", "8 kib", "1.5 MiB", "MiB", "8  MiB", "9999999999 GiB", "99999999999999999999"}) {
    const auto refused = parse_size_text(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_NE(refused.error().what.find("is not a byte count"), std::string::npos) << text;
    EXPECT_EQ(refused.error().hint, "write an integer with B, KiB, MiB or GiB, such as \"256 MiB\"");
  }
}

}  // namespace
}  // namespace roofgate
