#include "bench/record/this_tool.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(ThisTool, SaysWhatItIs) {
  const ToolInfo tool = this_tool();
  EXPECT_EQ(tool.version.find_first_not_of("0123456789."), std::string::npos) << tool.version;
  EXPECT_FALSE(tool.git_revision.empty());
  EXPECT_FALSE(tool.build_type.empty());
  EXPECT_EQ(to_string({"1.2.3", "abc", "Release"}), "1.2.3 (git abc, Release)");
}

}  // namespace
}  // namespace roofgate
