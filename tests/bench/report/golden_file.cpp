#include "tests/bench/report/golden_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace roofgate {

void expect_golden(const std::string& text, const std::string& file_name) {
  const std::string path = std::string{ROOFGATE_GOLDEN_DIR} + "/" + file_name;
  if (std::getenv("ROOFGATE_UPDATE_GOLDEN") != nullptr) std::ofstream{path, std::ios::binary} << text;
  std::ifstream file{path, std::ios::binary};
  std::ostringstream expected;
  expected << file.rdbuf();
  ASSERT_TRUE(file) << path;
  EXPECT_EQ(text, expected.str()) << path;
}

}  // namespace roofgate
