#include "bench/record/atomic_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public ScratchFolder {};

TEST_F(AtomicFile, WritesAndReplaces) {
  const fs::path file = folder_ / "a.json";
  ASSERT_TRUE(replace_file(file, "one"));
  ASSERT_TRUE(replace_file(file, "two"));
  EXPECT_EQ(read_file(file), "two");
  EXPECT_THAT(names(), testing::ElementsAre("a.json"));
}

TEST_F(AtomicFile, KeepsTheModeOfTheOldFile) {
  const fs::path file = folder_ / "a.json";
  ASSERT_TRUE(replace_file(file, "one"));
  ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
  ASSERT_TRUE(replace_file(file, "two"));
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST_F(AtomicFile, FollowsALink) {
  fs::create_symlink("real.json", folder_ / "link.json");
  ASSERT_TRUE(replace_file(folder_ / "real.json", "one"));
  ASSERT_TRUE(replace_file(folder_ / "link.json", "two"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_EQ(read_file(folder_ / "real.json"), "two");
}

TEST_F(AtomicFile, AMissingFolderIsSaid) {
  const auto written = replace_file(folder_ / "no" / "a.json", "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::input);
  EXPECT_THAT(to_string(written.error()), testing::HasSubstr("no/a.json: cannot write: No such file or directory"));
}

TEST_F(AtomicFile, AFolderIsNoFile) {
  const auto written = replace_file(folder_, "text");
  ASSERT_FALSE(written);
  EXPECT_THAT(to_string(written.error()), testing::HasSubstr("cannot write: Is a directory\n  hint: name a file"));
  const auto read = read_file(folder_);
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), testing::HasSubstr("cannot read: Is a directory"));
}

TEST_F(AtomicFile, AFullDeviceIsAnInternalErrorWithAHint) {
  const auto written = replace_file("/dev/full", "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::internal);
  EXPECT_THAT(to_string(written.error()),
              testing::HasSubstr("No space left on device\n  hint: free some space, then run the command again"));
}

TEST_F(AtomicFile, ReadingSaysMissingEmptyAndTooLong) {
  EXPECT_THAT(to_string(read_file(folder_ / "no.json").error()), testing::HasSubstr("No such file or directory"));
  ASSERT_TRUE(replace_file(folder_ / "empty.json", ""));
  EXPECT_THAT(to_string(read_file(folder_ / "empty.json").error()), testing::EndsWith("empty.json: empty file"));
  ASSERT_TRUE(replace_file(folder_ / "long.json", "0123456789"));
  EXPECT_THAT(to_string(read_file(folder_ / "long.json", 9).error()),
              testing::HasSubstr("10 bytes, which is over the limit of 9"));
  EXPECT_EQ(read_file(folder_ / "long.json", 10), "0123456789");
}

TEST_F(AtomicFile, AnEndlessFileStopsAtTheLimit) {
  const auto read = read_file("/dev/zero", 1 << 20);
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), testing::HasSubstr("longer than 1048576 bytes"));
}

// A process is killed while it rewrites one file over and over: the file is always one of the versions, whole.
TEST_F(AtomicFile, KilledAtAnyMomentLeavesAWholeFile) {
  const fs::path file = folder_ / "a.json";
  ASSERT_TRUE(replace_file(file, std::string(300'000, 'a')));
  for (int attempt = 0; attempt < 20; ++attempt) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (char c = 'a';; c = c == 'z' ? 'a' : static_cast<char>(c + 1)) {
        if (!replace_file(file, std::string(300'000, c))) ::_exit(1);
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds{1500 * attempt});
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    const auto text = read_file(file);
    ASSERT_TRUE(text);
    ASSERT_EQ(text->size(), 300'000U);
    ASSERT_EQ(std::count(text->begin(), text->end(), text->front()), 300'000);
  }
}

}  // namespace
}  // namespace roofgate
