#include "bench/session/run_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "bench/record/record_json.hpp"
#include "tests/bench/record/scratch_folder.hpp"
#include "tests/bench/session/scripted_bench.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Watcher final : public RunObserver {
 public:
  void case_is_done(const std::string& id) override { done.push_back(id); }
  void warn(const std::string& sentence) override { warnings.push_back(sentence); }
  std::vector<std::string> done, warnings;
};

class RunSession : public ScratchFolder {
 protected:
  void SetUp() override {
    ScratchFolder::SetUp();
    std::ofstream{folder_ / "mpirun"} << "";
    fs::permissions(folder_ / "mpirun", fs::perms::owner_all);
    request_.bench = {"roofgate-bench", "quick", "auto", {}};
    request_.rounds = 2;
    request_.record = folder_ / "record.json";
    request_.surroundings.search_path = folder_.string();
  }
  Result<RunOutcome> run() { return run_session(request_, bench_, watcher_); }
  Record record() const { return read_record(request_.record).value(); }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator{folder_}) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  RunRequest request_;
  ScriptedBench bench_;
  Watcher watcher_;
};

TEST_F(RunSession, EveryRoundInFreshProcesses) {
  const auto outcome = run();
  ASSERT_TRUE(outcome) << to_string(outcome.error());
  EXPECT_THAT(bench_.processes, ElementsAre("0/1: gemm/a gemm/b memory/c memory/d", "0/2: allreduce/e/ranks2",
                                            "1/1: gemm/a gemm/b memory/c memory/d", "1/2: allreduce/e/ranks2"));
  EXPECT_EQ(outcome->planned, 10U);
  EXPECT_EQ(outcome->measured, 10U);
  EXPECT_EQ(status_of(*outcome), ExitStatus::pass);
  EXPECT_NE(record().finished_at, "");
  EXPECT_EQ(record().rounds_planned, 2);
  EXPECT_EQ(watcher_.done.size(), 10U);
  EXPECT_THAT(files(), ElementsAre("mpirun", "record.json")) << "no lock, no case list is left";
}

TEST_F(RunSession, WorldSizesOfTheUser) {
  request_.rounds = 1;
  request_.world_sizes = {1, 4};
  ASSERT_TRUE(run());
  EXPECT_THAT(bench_.processes, ElementsAre("0/1: gemm/a gemm/b memory/c memory/d", "0/1: allreduce/e/ranks1",
                                            "0/4: allreduce/e/ranks4"));
}

TEST_F(RunSession, WithoutALauncherWorldsAreLeftOutAndSaid) {
  request_.rounds = 1;
  request_.surroundings.search_path = "/nowhere";
  const auto outcome = run();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->planned, 4U);
  EXPECT_THAT(watcher_.warnings, ElementsAre(HasSubstr("no mpirun on the search path")));
}

TEST_F(RunSession, ACrashGetsAFreshProcessAndLosesNothing) {
  request_.rounds = 1;
  bench_.kills["memory/c"] = 1;
  const auto outcome = run();
  ASSERT_TRUE(outcome);
  EXPECT_THAT(bench_.processes,
              ElementsAre("0/1: gemm/a gemm/b memory/c memory/d", "0/1: memory/c memory/d", "0/2: allreduce/e/ranks2"));
  EXPECT_EQ(status_of(*outcome), ExitStatus::pass);
}

TEST_F(RunSession, ACaseThatKeepsDyingIsMarkedAndTheOthersAreMeasured) {
  request_.rounds = 1;
  bench_.kills["gemm/b"] = 100;
  const auto outcome = run();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->failed.size(), 1U);
  EXPECT_EQ(outcome->failed.at("gemm/b"), "was ended by signal 11 (Segmentation fault)");
  EXPECT_EQ(outcome->measured, 5U);
  EXPECT_EQ(status_of(*outcome), ExitStatus::cannot_judge);
  const Record written = record();
  for (const Case& one : written.cases) EXPECT_EQ(is_clean(one), one.id != "gemm/b") << one.id;
  EXPECT_THAT(watcher_.warnings, ElementsAre("gemm/b: was ended by signal 11 (Segmentation fault)"));
}

TEST_F(RunSession, AWorldWhoseRankDiesIsEndedAndTheOthersGoOn) {
  bench_.collective = {"allreduce/e", "allreduce/f", "allreduce/g"};
  bench_.single = {"gemm/a"};
  request_.world_sizes = {2, 4};
  bench_.kills["allreduce/f/ranks2"] = 1;
  const auto outcome = run();
  ASSERT_TRUE(outcome) << to_string(outcome.error());
  EXPECT_THAT(bench_.processes,
              ElementsAre("0/1: gemm/a", "0/2: allreduce/e/ranks2 allreduce/f/ranks2 allreduce/g/ranks2",
                          "0/4: allreduce/e/ranks4 allreduce/f/ranks4 allreduce/g/ranks4", "1/1: gemm/a",
                          "1/4: allreduce/e/ranks4 allreduce/f/ranks4 allreduce/g/ranks4"));
  EXPECT_EQ(status_of(*outcome), ExitStatus::cannot_judge);
  EXPECT_EQ(outcome->failed.size(), 1U);
  EXPECT_EQ(outcome->failed.at("allreduce/f/ranks2"), "was ended by signal 11 (Segmentation fault)");
  EXPECT_EQ(outcome->planned - outcome->measured, 4U);
  EXPECT_THAT(watcher_.warnings,
              ElementsAre("allreduce/f/ranks2: was ended by signal 11 (Segmentation fault)",
                          "the world of 2 ranks ended in round 1: 1 of its cases are left out (was ended by signal 11 "
                          "(Segmentation fault)); `roofgate run --resume` measures them"));
  EXPECT_EQ(record().finished_at, "");
  EXPECT_THAT(files(), ElementsAre("mpirun", "record.json"));

  request_.resume = true;
  const auto resumed = run();
  ASSERT_TRUE(resumed) << to_string(resumed.error());
  EXPECT_EQ(resumed->planned, resumed->measured);
  EXPECT_EQ(resumed->failed.size(), 1U) << "what failed in its round stays so";
  EXPECT_NE(record().finished_at, "");
}

TEST_F(RunSession, AWorldThatNeverBeginsIsMarkedInOneGo) {
  bench_.collective = {"allreduce/e", "allreduce/f"};
  request_.rounds = 1;
  bench_.dies_at_once = true;
  bench_.kills["allreduce/e/ranks2"] = 1;
  const auto outcome = run();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->failed.size(), 2U);
  EXPECT_EQ(bench_.processes.size(), 2U);
  EXPECT_EQ(status_of(*outcome), ExitStatus::cannot_judge);
}

TEST_F(RunSession, WhenEverythingDiesTheRunEnds) {
  for (const std::string& id : bench_.single) bench_.kills[id] = 100;
  const auto outcome = run();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::measurement);
  EXPECT_THAT(outcome.error().what, HasSubstr("no case could be measured: was ended by signal 11"));
  EXPECT_LT(bench_.processes.size(), 12U);
}

TEST_F(RunSession, ARefusalEndsTheRunWithItsWords) {
  bench_.measuring_status = 2;
  bench_.answer_words = "roofgate-bench: this is a Debug build\n  hint: build Release\n";
  const auto outcome = run();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::input);
  EXPECT_EQ(outcome.error().what, "this is a Debug build");
  EXPECT_EQ(outcome.error().hint, "build Release");
  EXPECT_EQ(bench_.processes.size(), 1U);
}

TEST_F(RunSession, NoDeviceIsUnavailable) {
  bench_.answer_status = 3;
  bench_.answer_words = "roofgate-bench: no CUDA device\n";
  const auto outcome = run();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(outcome.error().what, "no CUDA device");
  EXPECT_FALSE(fs::exists(request_.record));
}

TEST_F(RunSession, AStoppedRunIsCompletedByResume) {
  bench_.stops = [](int measured) { return measured == 7; };
  const auto stopped = run();
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->was_stopped);
  EXPECT_EQ(stopped->measured, 7U);
  EXPECT_EQ(stopped->planned, 10U);
  EXPECT_EQ(status_of(*stopped), ExitStatus::cannot_judge);
  EXPECT_EQ(record().finished_at, "");
  bench_.stops = nullptr;
  bench_.processes.clear();
  request_.resume = true;
  request_.bench.suite = "";
  request_.rounds = 99;  // the record's count
  const auto completed = run();
  ASSERT_TRUE(completed) << to_string(completed.error());
  EXPECT_THAT(bench_.processes, ElementsAre("1/1: memory/c memory/d", "1/2: allreduce/e/ranks2"));
  EXPECT_EQ(status_of(*completed), ExitStatus::pass);
  EXPECT_NE(record().finished_at, "");
}

TEST_F(RunSession, ResumingACompleteRecordMeasuresNothing) {
  ASSERT_TRUE(run());
  bench_.processes.clear();
  request_.resume = true;
  const auto again = run();
  ASSERT_TRUE(again);
  EXPECT_TRUE(bench_.processes.empty());
  EXPECT_EQ(status_of(*again), ExitStatus::pass);
}

TEST_F(RunSession, ASuiteFileIsNamedAgainWhenItIsResumed) {
  request_.bench.suite = "mid.json";
  bench_.stops = [](int measured) { return measured == 3; };
  const auto stopped = run();
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->suite_file, "mid.json");
  request_.resume = true;
  bench_.stops = nullptr;
  const auto again = run();
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(status_of(*again), ExitStatus::pass);
}

TEST_F(RunSession, ResumeWantsTheSameMachineToolAndSuite) {
  bench_.stops = [](int measured) { return measured == 3; };
  ASSERT_TRUE(run());
  request_.resume = true;
  bench_.cores = 4;
  EXPECT_THAT(run().error().what, HasSubstr("the record is of "));
  bench_.cores = 2;
  request_.bench.suite = "nightly";
  EXPECT_EQ(run().error().what, "the record is of suite 'quick', not 'nightly'");
  request_.bench.suite = "quick";
  Record other = record();
  other.tool.version = "0.0.1";
  ASSERT_TRUE(write_record(other, request_.record));
  EXPECT_THAT(run().error().what, HasSubstr("the record was begun by roofgate 0.0.1, this is "));
}

TEST_F(RunSession, ResumeWithoutARecordIsAnInputError) {
  request_.resume = true;
  EXPECT_EQ(run().error().kind, ErrorKind::input);
}

TEST_F(RunSession, ABudgetEndsBetweenRounds) {
  request_.rounds = 5;
  request_.budget = Seconds{1e-9};
  const auto outcome = run();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->rounds, 1);
  EXPECT_EQ(status_of(*outcome), ExitStatus::pass);
  EXPECT_EQ(record().rounds_planned, 1);
  EXPECT_THAT(watcher_.warnings, ElementsAre("the time budget ends the run after 1 of 5 rounds"));
}

TEST_F(RunSession, MarksOfTheProgramDecideTheStatus) {
  request_.rounds = 1;
  bench_.marks["gemm/a"] = {MarkKind::contended, "CPU steal 12 %"};
  auto outcome = run();
  EXPECT_EQ(outcome->marked.at("gemm/a"), "contended: CPU steal 12 %");
  EXPECT_EQ(status_of(*outcome), ExitStatus::pass) << "measured; the gate judges the mark";
  fs::remove(request_.record);
  bench_.marks["gemm/a"] = {MarkKind::wrong_result, "element 3 differs"};
  outcome = run();
  EXPECT_EQ(outcome->wrong.at("gemm/a"), "element 3 differs");
  EXPECT_EQ(status_of(*outcome), ExitStatus::wrong_result);
}

TEST_F(RunSession, NotesGoIntoTheRecord) {
  request_.notes["made_minutes_apart"] = "true";
  ASSERT_TRUE(run());
  EXPECT_EQ(record().notes.at("made_minutes_apart"), "true");
}

TEST_F(RunSession, AnUnwritableFolderIsSaid) {
  request_.record = "/proc/roofgate/record.json";
  const auto outcome = run();
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().where, HasSubstr("/proc/roofgate/record.json.lock"));
  EXPECT_TRUE(bench_.processes.empty());
}

TEST_F(RunSession, RemeasureAddsRoundsOfSomeCases) {
  ASSERT_TRUE(run());
  bench_.processes.clear();
  Remeasuring more;
  more.bench = {"roofgate-bench", "", "", {}};
  more.record = request_.record;
  more.case_ids = {"memory/c", "allreduce/e/ranks2"};
  more.extra_rounds = 2;
  more.surroundings = request_.surroundings;
  const auto outcome = remeasure(more, bench_, watcher_);
  ASSERT_TRUE(outcome) << to_string(outcome.error());
  EXPECT_THAT(bench_.processes,
              ElementsAre("2/1: memory/c", "2/2: allreduce/e/ranks2", "3/1: memory/c", "3/2: allreduce/e/ranks2"));
  EXPECT_EQ(outcome->planned, 4U);
  EXPECT_EQ(outcome->measured, 4U);
  EXPECT_EQ(record().rounds_planned, 2) << "the other cases miss nothing";
  EXPECT_NE(record().finished_at, "");
}

}  // namespace
}  // namespace roofgate
