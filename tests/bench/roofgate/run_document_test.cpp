#include "bench/roofgate/run_document.hpp"

#include <gtest/gtest.h>

#include "bench/report/render.hpp"

namespace roofgate {
namespace {

RunOutcome outcome() {
  RunOutcome made;
  made.suite = "quick";
  made.hardware_key = "host-amd-epyc-2c";
  made.rounds = 5;
  made.planned = made.measured = 20;
  made.elapsed = Seconds{125};
  return made;
}

TEST(RunDocument, AQuietNight) {
  EXPECT_EQ(render_terminal(run_document(outcome(), "runs/x/record.json"), {}),
            "measured 5 rounds of 4 cases of quick on host-amd-epyc-2c in 2 min 5 s\n"
            "judge it: roofgate gate runs/x/record.json\n");
}

TEST(RunDocument, WhereNothingCouldBeMeasuredThereIsNothingToJudge) {
  RunOutcome skipped = outcome();
  skipped.nothing_to_judge = true;
  EXPECT_EQ(status_of(skipped), ExitStatus::cannot_judge);
  const std::string text = render_terminal(run_document(skipped, "r.json"), {});
  EXPECT_EQ(text.find("judge it:"), std::string::npos);
  EXPECT_NE(text.find("nothing to judge: no case could be measured here"), std::string::npos);
}

TEST(RunDocument, AStoppedNightSaysHowToGoOn) {
  RunOutcome stopped = outcome();
  stopped.was_stopped = true;
  stopped.measured = 7;
  EXPECT_EQ(render_terminal(run_document(stopped, "r.json"), {}),
            "began 5 rounds of 4 cases of quick on host-amd-epyc-2c in 2 min 5 s\n"
            "stopped: 7 of 20 measurements are in the record\n"
            "complete it: roofgate run --resume r.json\n");
  stopped.suite_file = "mid.json";
  EXPECT_TRUE(render_terminal(run_document(stopped, "r.json"), {})
                  .ends_with("complete it: roofgate run --resume r.json --suite mid.json\n"));
}

TEST(RunDocument, NamesWhatFailedAndStopsAtFive) {
  RunOutcome failed = outcome();
  failed.wrong["gemm/a"] = "element 3 differs";
  for (const char* id : {"a", "b", "c", "d", "e", "f", "g"}) failed.failed[id] = "was ended by signal 11";
  EXPECT_EQ(
      render_terminal(run_document(failed, "r.json"), {}),
      "measured 5 rounds of 4 cases of quick on host-amd-epyc-2c in 2 min 5 s\n"
      "1 with a wrong result\n    gemm/a  element 3 differs\n"
      "7 could not be measured\n    a  was ended by signal 11\n    b  was ended by signal 11\n"
      "    c  was ended by signal 11\n    d  was ended by signal 11\n    e  was ended by signal 11\n    and 2 more\n"
      "judge it: roofgate gate r.json\n");
}

}  // namespace
}  // namespace roofgate
