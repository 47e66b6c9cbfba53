#include "bench/record/file_lock.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

using std::chrono::milliseconds;

class FileLockTest : public ScratchFolder {};

TEST_F(FileLockTest, LeavesNothingBehind) {
  {
    const auto lock = FileLock::acquire(folder_ / "a.json", milliseconds{0});
    ASSERT_TRUE(lock);
    EXPECT_THAT(names(), testing::ElementsAre(".a.json.lock"));
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(FileLockTest, ExcludesAnotherAndSaysWhereToLook) {
  auto lock = FileLock::acquire(folder_ / "a.json", milliseconds{0});
  ASSERT_TRUE(lock);
  const auto second = FileLock::acquire(folder_ / "a.json", milliseconds{20});
  ASSERT_FALSE(second);
  EXPECT_THAT(to_string(second.error()), testing::HasSubstr("a.json: another process has held its lock for 0.02 s"));
  EXPECT_THAT(second.error().hint, testing::HasSubstr("fuser"));
  EXPECT_TRUE(FileLock::acquire(folder_ / "b.json", milliseconds{0})) << "another file has another lock";
  { const FileLock released = std::move(*lock); }
  EXPECT_TRUE(FileLock::acquire(folder_ / "a.json", milliseconds{0}));
}

TEST_F(FileLockTest, AMissingFolderIsAnError) {
  const auto lock = FileLock::acquire(folder_ / "no" / "a.json", milliseconds{0});
  ASSERT_FALSE(lock);
  EXPECT_THAT(to_string(lock.error()), testing::HasSubstr("cannot lock: No such file or directory"));
}

TEST_F(FileLockTest, IsReleasedWhenTheHolderIsKilled) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto lock = FileLock::acquire(folder_ / "a.json", milliseconds{0});
    const char answer = lock ? 'y' : 'n';
    if (::write(ready[1], &answer, 1) == 1) ::pause();
    ::_exit(1);
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  ASSERT_EQ(answer, 'y');
  EXPECT_FALSE(FileLock::acquire(folder_ / "a.json", milliseconds{0}));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(FileLock::acquire(folder_ / "a.json", milliseconds{0}));
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace
}  // namespace roofgate
