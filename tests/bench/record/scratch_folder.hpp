// A folder for one test, removed after it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace roofgate {

class ScratchFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "roofgate_test_XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Every file and folder below, hidden ones too, relative and sorted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder_}) {
      found.push_back(std::filesystem::relative(entry.path(), folder_).string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  std::filesystem::path folder_;
};

}  // namespace roofgate
