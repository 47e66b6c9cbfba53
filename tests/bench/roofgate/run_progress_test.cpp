#include "bench/roofgate/run_progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<Group> plan() {
  return {{1, false, {{"gemm/a", "gemm", "d", false}, {"gemm/b", "gemm", "d", false}}},
          {2, true, {{"allreduce/c/ranks2", "allreduce", "d", true}}}};
}

TEST(RunProgress, OneLinePerProcessWithoutATerminal) {
  std::ostringstream out;
  {
    RunProgress progress{out, 0};
    progress.plan_is_made(plan(), 2);
    progress.process_starts(0, plan()[0], 2);
    progress.case_is_done("gemm/a");
    progress.case_is_done("gemm/b");
    progress.process_starts(0, plan()[1], 1);
    progress.warn("odd\x1b[31m");
  }
  EXPECT_EQ(out.str(),
            "measuring 3 cases in 2 rounds\nround 1: 2 cases\nround 1, 2 ranks: 1 cases\nwarning: odd\\x1B[31m\n");
}

TEST(RunProgress, ALineIsRedrawnOnATerminalAndErasedAtTheEnd) {
  std::ostringstream out;
  {
    RunProgress progress{out, 60};
    progress.plan_is_made(plan(), 1);
    progress.process_starts(0, plan()[0], 2);
    progress.case_is_done("gemm/a");
    EXPECT_THAT(out.str(), HasSubstr("\r\x1b[K[######..............] 1/3  round 1"));
  }
  EXPECT_EQ(out.str().substr(out.str().size() - 4), "\r\x1b[K");
}

TEST(RunProgress, ALineNeverWraps) {
  std::ostringstream out;
  RunProgress progress{out, 30};
  progress.plan_is_made(plan(), 1);
  progress.process_starts(0, plan()[0], 2);
  progress.case_is_done("a/very/long/name/that/does/not/fit");
  const std::string line = out.str().substr(out.str().rfind("\x1b[K") + 3);
  EXPECT_LT(line.size(), 30U) << line;
}

}  // namespace
}  // namespace roofgate
