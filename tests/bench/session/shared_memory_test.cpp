#include "bench/session/shared_memory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

namespace roofgate {
namespace {

namespace fs = std::filesystem;

class SweptFolder : public ::testing::Test {
 protected:
  SweptFolder() { fs::create_directories(folder_); }
  ~SweptFolder() override { fs::remove_all(folder_); }
  fs::path make(const std::string& name) const {
    std::ofstream{folder_ / name} << std::string(4096, 'x');
    return folder_ / name;
  }
  fs::path folder_ = fs::path{testing::TempDir()} / ("segments" + std::to_string(getpid()));
  fs::file_time_type begun_ = fs::file_time_type::clock::now() - std::chrono::seconds{1};
};

TEST_F(SweptFolder, WhatNoProcessMapsIsRemoved) {
  make("vader_segment.vm.0.1a2b.0");
  make("sm_segment.vm.0.1a2b.1");
  EXPECT_EQ(sweep_segments(folder_, begun_), 2U);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(SweptFolder, WhatAProcessMapsStays) {
  const fs::path segment = make("vader_segment.vm.0.1a2b.0");
  const int file = open(segment.c_str(), O_RDWR);
  void* const memory = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_EQ(sweep_segments(folder_, begun_), 0U);
  EXPECT_TRUE(fs::exists(segment));
  munmap(memory, 4096);
}

TEST_F(SweptFolder, OlderOnesAndOtherFilesStay) {
  const fs::path old = make("vader_segment.vm.0.1a2b.0");
  fs::last_write_time(old, begun_ - std::chrono::minutes{1});
  make("nccl-AbCdEf");
  fs::create_symlink("/etc/hostname", folder_ / "vader_segment.vm.0.link.0");
  EXPECT_EQ(sweep_segments(folder_, begun_), 0U);
  EXPECT_TRUE(fs::exists(old));
  EXPECT_TRUE(fs::exists(folder_ / "nccl-AbCdEf"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "vader_segment.vm.0.link.0"));
}

TEST_F(SweptFolder, NoFolderIsNothingToDo) { EXPECT_EQ(sweep_segments(folder_ / "none", begun_), 0U); }

}  // namespace
}  // namespace roofgate
