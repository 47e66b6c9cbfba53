// Which cases are measured again, and that nothing is where nothing is left to decide.
#include "bench/roofgate/remeasuring.hpp"

#include <gmock/gmock.h>

#include <utility>

#include "bench/record/record_json.hpp"
#include "tests/bench/gate/quiet_night.hpp"
#include "tests/bench/record/scratch_folder.hpp"
#include "tests/bench/session/scripted_bench.hpp"

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Verdict inconclusive(const std::string& id, std::optional<int> rounds) {
  Verdict verdict;
  verdict.case_id = id;
  verdict.kind = VerdictKind::inconclusive;
  verdict.rounds_to_decide = rounds;
  return verdict;
}

GateResult judged(std::vector<Verdict> verdicts) {
  GateResult result;
  result.verdicts = std::move(verdicts);
  return result;
}

TEST(Remeasuring, OnlyWhatRoundsMayDecideIsMeasuredAgain) {
  Verdict disturbed = inconclusive("b", {});
  disturbed.kind = VerdictKind::invalid;
  disturbed.reasons = {{"too_few_clean_rounds", "", {}}};
  Verdict broken = disturbed;
  broken.case_id = "c";
  broken.reasons.front().rule = "round_failed";
  Verdict fine = inconclusive("d", 3);
  fine.kind = VerdictKind::pass;
  EXPECT_THAT(suspects_of(judged({inconclusive("a", 3), disturbed, broken, fine, inconclusive("waits", {})})),
              ElementsAre("a", "b"));
}

TEST(Remeasuring, OfARatioBothSidesAreMeasuredAgainOnce) {
  Verdict ratio = inconclusive("ratio/x/to_y", 3);
  ratio.rests_on = {"x", "y"};
  EXPECT_THAT(suspects_of(judged({ratio, inconclusive("x", 2)})), ElementsAre("x", "y"));
}

class Rejudging : public ScratchFolder {};

TEST_F(Rejudging, EndsAtOnceWhereAllIsDecidedAndSpendsOneLookOfThree) {
  const QuietNight night;
  RemeasureRequest request;
  request.record = folder_ / "record.json";
  request.rounds = 10;
  ASSERT_TRUE(write_record(night.record, request.record));
  GateMaterial material;
  material.policy.max_baseline_age_days = 100000;
  material.baseline = night.baseline;
  ScriptedBench bench;
  class Silent final : public RunObserver {
  } observer;
  Record record;
  const auto result = judge_with_remeasuring(material, request, record, bench, observer);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->status, ExitStatus::pass);
  EXPECT_THAT(bench.processes, IsEmpty());
  EXPECT_EQ(record.notes.at(std::string{kLookNote}), "1");
  EXPECT_EQ(record.notes.at(std::string{kLooksNote}), "3");
}

}  // namespace
}  // namespace roofgate
