#include "bench/report/drill_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/report/render.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

DrillTrial trial(const std::string& id, double loss, TrialOutcome outcome, double change) {
  DrillTrial made{id, loss, outcome, {}};
  made.verdict.case_id = id;
  if (outcome != TrialOutcome::untold) made.verdict.change = change;
  return made;
}

DrillResult result(ExitStatus status, std::vector<DrillTrial> trials) {
  DrillResult made;
  made.status = status;
  made.trials = std::move(trials);
  Verdict verdict;
  verdict.case_id = "gemm/a";
  verdict.smallest_detectable_loss = 0.012;
  verdict.smallest_failing_loss = 0.034;
  made.night.verdicts = {verdict};
  return made;
}

std::string text_of(const DrillResult& drilled) { return render_terminal(drill_document(drilled), {}); }

TEST(DrillDocument, EachCaseWithEachLossAndWhatItClaims) {
  const std::string text = text_of(result(ExitStatus::pass, {trial("gemm/a", 0.01, TrialOutcome::not_seen, 0.004),
                                                             trial("gemm/a", 0.05, TrialOutcome::failed, 0.051)}));
  EXPECT_THAT(text, HasSubstr("-1 %"));
  EXPECT_THAT(text, HasSubstr("not seen -0.4 %"));
  EXPECT_THAT(text, HasSubstr("failed -5.0 %"));
  EXPECT_THAT(text, HasSubstr("1.2 %"));
  EXPECT_THAT(text, HasSubstr("5 % slower: 1 failed"));
  EXPECT_THAT(text, HasSubstr("Smallest planted loss that was caught in every case: 5 %"));
  EXPECT_THAT(text, HasSubstr("by its own claim: 1.2 % shown, 3.4 % failed (median case)"));
  EXPECT_THAT(text, HasSubstr("the gate kept its claims in 2 trials"));
}

TEST(DrillDocument, AMissIsLoud) {
  const std::string text = text_of(result(ExitStatus::regression, {trial("gemm/a", 0.10, TrialOutcome::missed, 0.0)}));
  EXPECT_THAT(text, HasSubstr("10 % slower: 1 MISSED"));
  EXPECT_THAT(text, HasSubstr("the gate missed 1 of 1 planted losses that it claims to see (exit status 1)"));
  EXPECT_THAT(text, HasSubstr("No planted loss was caught in every case"));
}

TEST(DrillDocument, WhyNothingCouldBeToldIsSaidOnce) {
  DrillTrial disturbed = trial("gemm/\x1b[1m", 0.10, TrialOutcome::untold, 0.0);
  disturbed.verdict.reasons = {{"too_few_clean_rounds", "0 rounds of 5 are clean.", {}}};
  const std::string text = text_of(result(ExitStatus::cannot_judge, {disturbed}));
  EXPECT_THAT(text, HasSubstr("0 rounds of 5 are clean."));
  EXPECT_THAT(text, HasSubstr("cannot tell (exit status 3)"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace roofgate
