#include "bench/session/interleaved_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/record/record_json.hpp"
#include "tests/bench/record/scratch_folder.hpp"
#include "tests/bench/session/scripted_bench.hpp"

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Listener final : public RunObserver {
 public:
  void tell(const std::string& sentence) override { told.push_back(sentence); }
  void warn(const std::string& sentence) override { warnings.push_back(sentence); }
  std::vector<std::string> told, warnings;
};

/// Remembers with which variable each measuring process ran.
class NotingRunner final : public ProcessRunner {
 public:
  explicit NotingRunner(ProcessRunner& inner) : inner_{inner} {}
  Result<ProcessEnd> run(const ProcessRequest& request) override {
    if (options_of(request).count("--record") > 0) {
      seen.push_back(request.variables.empty() ? "" : request.variables.front().second);
    }
    return inner_.run(request);
  }
  std::vector<std::string> seen;

 private:
  ProcessRunner& inner_;
};

class Interleaved : public ScratchFolder {
 protected:
  void SetUp() override {
    ScratchFolder::SetUp();
    for (const char* name : {"A", "B"}) {
      InterleavedSide side;
      side.name = name;
      side.bench = {"roofgate-bench", "quick", "auto", {}};
      side.bench.variables = {{"SIDE", name}};
      side.record = folder_ / (std::string{name} + ".json");
      side.notes = {{"side", name}};
      request_.sides.push_back(side);
    }
    request_.rounds = 2;
    request_.order = [](int round) {
      return round % 2 == 0 ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{1, 0};
    };
    request_.launcher = "none";
  }

  Result<std::vector<RunOutcome>> run() { return run_interleaved(request_, runner_, listener_); }
  Record record(std::size_t side) const { return read_record(request_.sides[side].record).value(); }

  InterleavedRequest request_;
  ScriptedBench bench_;
  NotingRunner runner_{bench_};
  Listener listener_;
};

TEST_F(Interleaved, SidesTakeTurnsInTheirOwnEnvironments) {
  const auto outcomes = run();
  ASSERT_TRUE(outcomes) << to_string(outcomes.error());
  EXPECT_THAT(runner_.seen, ElementsAre("A", "B", "B", "A"));
  EXPECT_THAT(listener_.told, ElementsAre("round 1: side A", "round 1: side B", "round 2: side B", "round 2: side A"));
  ASSERT_EQ(outcomes->size(), 2U);
  EXPECT_EQ((*outcomes)[1].measured, 8U);
  for (const std::size_t side : {0U, 1U}) {
    EXPECT_NE(record(side).finished_at, "");
    EXPECT_EQ(record(side).notes.at("side"), side == 0 ? "A" : "B");
    EXPECT_EQ(record(side).cases.front().rounds.size(), 2U);
  }
}

TEST_F(Interleaved, OtherSidesMayMeasureSomeCasesOnly) {
  request_.chosen = [](const Record& first) { return std::vector<std::string>{first.cases.back().id}; };
  ASSERT_TRUE(run());
  EXPECT_EQ(record(0).cases.size(), 4U);
  EXPECT_EQ(record(1).cases.size(), 1U);
}

TEST_F(Interleaved, StoppedInTheMiddleItIsResumedToTheSameEnd) {
  bench_.stops = [](int measured) { return measured == 6; };
  const auto stopped = run();
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->front().was_stopped);
  EXPECT_EQ(record(0).finished_at, "");
  EXPECT_EQ(record(1).notes.at("side"), "B") << "noted before its round was complete";
  bench_.stops = {};
  runner_.seen.clear();
  request_.resume = true;
  ASSERT_TRUE(run());
  EXPECT_THAT(runner_.seen, ElementsAre("B", "B", "A"));
  EXPECT_EQ(record(0).cases.front().rounds.size(), 2U);
  EXPECT_NE(record(1).finished_at, "");
}

TEST_F(Interleaved, AResumedSideMustBeOfThisMachine) {
  ASSERT_TRUE(run());
  bench_.cores = 8;
  request_.resume = true;
  const auto other = run();
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().what, HasSubstr("this machine is host-test-8c"));
}

TEST_F(Interleaved, AMistakeNamesItsSide) {
  bench_.answer_status = 2;
  bench_.answer_words = "roofgate-bench: suite is not there\n";
  const auto failed = run();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().where, HasSubstr("side A"));
}

TEST_F(Interleaved, ABudgetEndsBetweenRounds) {
  request_.budget = Seconds{1e-9};
  const auto outcomes = run();
  ASSERT_TRUE(outcomes);
  EXPECT_THAT(listener_.warnings, ElementsAre("the time budget ends the run after 1 of 2 rounds"));
  EXPECT_EQ(record(0).rounds_planned, 1);
}

}  // namespace
}  // namespace roofgate
