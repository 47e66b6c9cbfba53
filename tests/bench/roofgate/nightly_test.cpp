#include "bench/roofgate/nightly.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "bench/baseline/baseline_store.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/bootstrap.hpp"
#include "tests/bench/record/scratch_folder.hpp"
#include "tests/bench/session/scripted_bench.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Listener final : public RunObserver {
 public:
  void tell(const std::string& sentence) override { told.push_back(sentence); }
  std::vector<std::string> told;
};

/// Nights of a scripted machine, judged by the policy and the peaks of the source tree.
class NightlyTest : public ScratchFolder {
 protected:
  void SetUp() override {
    ScratchFolder::SetUp();
    request_.run.bench = {"roofgate-bench", "quick", "host", {}};
    request_.run.rounds = 5;
    request_.run.launcher = "none";
    request_.gating.baselines = (folder_ / "baselines").string();
    fs::create_directory(folder_ / "baselines");
    request_.runs = folder_ / "runs";
    request_.remeasures = false;
    // The scripted machine is steadier than any real one.
    request_.gating.policy = (folder_ / "policy.json").string();
    std::ofstream{request_.gating.policy} << R"({"schema": "roofgate.policy/1", "tolerance": 0.1, "spread": {
      "typical": 0.001, "bootstrapped_floor": 0.001, "common_typical": 0.001, "common_bootstrapped_floor": 0.001}})";
    bench_.collective.clear();
  }
  NightlyOutcome run() {
    auto outcome = nightly(request_, bench_, listener_);
    EXPECT_TRUE(outcome.has_value()) << (outcome ? "" : to_string(outcome.error()));
    return outcome ? *outcome : NightlyOutcome{};
  }
  std::vector<fs::path> nights() const {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator{folder_ / "runs"}) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
  }
  Baseline baseline() const {
    const auto files = list_baseline_files(folder_ / "baselines").value();
    EXPECT_EQ(files.size(), 1U);
    const std::string key = files.at(0).parent_path().filename().string();
    return find_baseline(folder_ / "baselines", {key, "quick"}).value().value();
  }
  static std::string text(const NightlyOutcome& outcome) { return render_terminal(outcome.document, {}); }

  NightlyRequest request_;
  ScriptedBench bench_;
  Listener listener_;
};

TEST_F(NightlyTest, TheFirstCallMakesABaselineAndJudgesAFurtherNight) {
  const NightlyOutcome outcome = run();
  EXPECT_EQ(outcome.status, ExitStatus::pass) << text(outcome);
  EXPECT_EQ(nights().size(), 4U);
  ASSERT_EQ(listener_.told.size(), 3U);
  EXPECT_THAT(listener_.told[1], HasSubstr("baseline night 2 of 3: "));
  ASSERT_EQ(baseline().nights.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(baseline().nights[i].made_minutes_apart, i < 3) << i;
  EXPECT_THAT(text(outcome), HasSubstr("remembered: night 4 of "));
  EXPECT_THAT(text(outcome), HasSubstr("files of this night: " + nights().back().string()));
}

TEST_F(NightlyTest, ALaterCallMeasuresOneNight) {
  run();
  const int before = bench_.records;
  EXPECT_EQ(run().status, ExitStatus::pass);
  EXPECT_EQ(bench_.records, before + 1);
  EXPECT_EQ(baseline().nights.size(), 5U);
}

TEST_F(NightlyTest, FirstNightsThatAreThereCount) {
  request_.baseline_nights = 1;
  request_.remembers = false;
  run();
  EXPECT_EQ(baseline().nights.size(), 1U);
  request_.baseline_nights = 3;
  const int before = bench_.records;
  run();
  EXPECT_EQ(bench_.records, before + 3) << "two more for the baseline and one that is judged";
}

TEST_F(NightlyTest, ALossIsARegressionAndIsNotRemembered) {
  run();
  bench_.slow["memory/c"] = 1.3;
  const NightlyOutcome outcome = run();
  EXPECT_EQ(outcome.status, ExitStatus::regression) << text(outcome);
  EXPECT_THAT(text(outcome), HasSubstr("REGRESSED     memory/c"));
  EXPECT_THAT(text(outcome), HasSubstr("not remembered: "));
  EXPECT_EQ(baseline().nights.size(), 4U);
}

TEST_F(NightlyTest, WhatIsFarSlowerAndUndecidedDoesNotJoinAndIsSaid) {
  // A spread in which 30 % cannot be told.
  std::ofstream{request_.gating.policy} << R"({"schema": "roofgate.policy/1", "tolerance": 0.1, "spread": {
      "typical": 0.2, "bootstrapped_floor": 0.2, "common_typical": 0.001, "common_bootstrapped_floor": 0.001}})";
  EXPECT_THAT(text(run()), Not(HasSubstr("Held back")));
  bench_.slow["memory/c"] = 1.3;
  const NightlyOutcome outcome = run();
  EXPECT_EQ(outcome.status, ExitStatus::cannot_judge) << text(outcome);
  EXPECT_THAT(text(outcome), HasSubstr("remembered: night 5 of "));
  EXPECT_THAT(text(outcome), HasSubstr("Held back: 1 case, watched until the next nights decide."));
  EXPECT_THAT(text(outcome), HasSubstr("memory/c  -23."));
  EXPECT_THAT(text(outcome), HasSubstr(" and undecided. Run it again, or accept it by name"));
  EXPECT_EQ(baseline().nights.back().cases.count("memory/c"), 0U);
  EXPECT_EQ(baseline().watched.size(), 1U);
  run();
  const NightlyOutcome third = run();
  EXPECT_THAT(text(third), HasSubstr("Joined undecided: 1 case of an earlier night that was held back."));
  EXPECT_EQ(baseline().nights[4].cases.count("memory/c"), 1U);
  EXPECT_EQ(baseline().watched.size(), 2U);
}

TEST_F(NightlyTest, EveryFileOfANightIsThere) {
  run();
  for (const char* name : {"record.json", "roofline.md", "roofline.csv", "roofline.json", "gate.md", "gate.csv",
                           "gate.json", "junit.xml"}) {
    EXPECT_TRUE(fs::exists(nights().back() / name)) << name;
  }
}

TEST_F(NightlyTest, ADisturbedFirstNightIsNoBaseline) {
  for (const std::string& id : bench_.single) bench_.marks[id] = {MarkKind::contended, "CPU steal 12 %"};
  const NightlyOutcome outcome = run();
  EXPECT_EQ(outcome.status, ExitStatus::cannot_judge);
  EXPECT_EQ(nights().size(), 1U);
  EXPECT_THAT(text(outcome), HasSubstr("4 of 4 cases are marked"));
  EXPECT_THAT(text(outcome), HasSubstr("roofgate doctor"));
}

TEST_F(NightlyTest, CasesWithTooFewCleanRoundsAreMeasuredAgain) {
  run();
  request_.remeasures = true;
  // The first three of five rounds are disturbed, the further ones are not.
  int rounds = 0;
  bench_.stops = [&](int /*measured*/) {
    if (++rounds == 3 * 4) bench_.marks.clear();
    return false;
  };
  bench_.marks["gemm/b"] = {MarkKind::contended, "CPU steal 12 %"};
  const NightlyOutcome outcome = run();
  EXPECT_EQ(outcome.status, ExitStatus::pass) << text(outcome);
  EXPECT_THAT(bench_.processes.back(), HasSubstr(": gemm/b"));
  EXPECT_THAT(bench_.processes.back(), Not(HasSubstr("gemm/a")));
}

TEST_F(NightlyTest, AWrongResultIsFour) {
  run();
  bench_.marks["gemm/a"] = {MarkKind::wrong_result, "element 3 differs"};
  EXPECT_EQ(run().status, ExitStatus::wrong_result);
  EXPECT_EQ(baseline().nights.size(), 4U);
}

TEST_F(NightlyTest, AStoppedNightSaysHowToGoOn) {
  bench_.stops = [](int measured) { return measured == 2; };
  const NightlyOutcome outcome = run();
  EXPECT_EQ(outcome.status, ExitStatus::cannot_judge);
  EXPECT_THAT(text(outcome), HasSubstr("complete it: roofgate run --resume "));
}

TEST_F(NightlyTest, AFailureToMeasureLeavesNoEmptyFolder) {
  bench_.answer_status = 3;
  bench_.answer_words = "roofgate-bench: no CUDA device\n";
  const auto outcome = nightly(request_, bench_, listener_);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::unavailable);
  EXPECT_FALSE(std::filesystem::exists(request_.runs));
}

TEST(Bootstrap, OneRealNightIsEnough) {
  EXPECT_EQ(missing_bootstrap_nights(std::nullopt, 3), 3);
  Baseline baseline;
  baseline.nights.resize(2);
  baseline.nights[0].made_minutes_apart = baseline.nights[1].made_minutes_apart = true;
  EXPECT_EQ(missing_bootstrap_nights(baseline, 3), 1);
  EXPECT_EQ(missing_bootstrap_nights(baseline, 2), 0);
  baseline.nights[1].made_minutes_apart = false;
  EXPECT_EQ(missing_bootstrap_nights(baseline, 3), 0);
}

}  // namespace
}  // namespace roofgate
