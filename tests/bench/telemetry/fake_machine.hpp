// A folder of a test's own that stands for "/": small files in place of /proc and /sys.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "bench/telemetry/machine_files.hpp"

namespace roofgate {

class FakeMachine {
 public:
  FakeMachine() {
    std::string name = ::testing::TempDir() + "roofgate_machine_XXXXXX";
    root_ = ::mkdtemp(name.data());
  }
  ~FakeMachine() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  FakeMachine(const FakeMachine&) = delete;
  FakeMachine& operator=(const FakeMachine&) = delete;

  void write(std::string_view path, std::string_view text) const {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream{file, std::ios::binary} << text;
  }
  void remove(std::string_view path) const { std::filesystem::remove_all(root_ / path); }
  [[nodiscard]] MachineFiles files() const { return MachineFiles{root_}; }

 private:
  std::filesystem::path root_;
};

}  // namespace roofgate
