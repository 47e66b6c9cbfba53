#include "bench/gate/expectation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;

const std::string kCase = "memory/case2";

QuietNight with_expected_failure(double lost, const std::string& expires) {
  QuietNight night{5, {{kCase, loss(lost)}}};
  night.policy.expected_failures = {{"memory/*2", "https://example.org/17", expires, "The copy is slow."}};
  return night;
}

TEST(ExpectedFailure, IsExpectedUntilItsDay) {
  const GateResult result = with_expected_failure(0.1, "2026-12-31").judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::xfail);
  EXPECT_EQ(result.status, ExitStatus::pass);
  EXPECT_THAT(verdict_of(result, kCase).reasons.front().sentence,
              HasSubstr("regressed, as expected until 2026-12-31: The copy is slow. (https://example.org/17)"));
}

TEST(ExpectedFailure, ExpiresOnItsDay) {
  QuietNight night = with_expected_failure(0.1, "2026-11-06");
  ASSERT_EQ(night.today, "2026-11-06");
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::regressed);
  EXPECT_THAT(sentence_of(verdict_of(result, kCase).reasons, "expected_failure_expired"),
              HasSubstr("that time is over"));
  EXPECT_EQ(result.status, ExitStatus::regression);
}

TEST(UnmatchedPatterns, AreSaidOnceAndFailNothing) {
  QuietNight night{5};
  night.policy.expectations.tolerances = {{"elsewhere/*", 0.1}, {"memory/case2", 0.1}};
  EXPECT_EQ(find_reason(night.judge().common, "pattern_unmatched"), nullptr) << "a family that other suites have";
  night.policy.expectations.tolerances.push_back({"memory/cse2", 0.1});
  night.policy.expected_failures = {{"elsewhere/*", "https://example.org/17", "2026-12-31", "Slow."},
                                    {kCase, "https://example.org/18", "2026-12-31", "Slow."}};
  const GateResult result = night.judge();
  EXPECT_EQ(result.status, ExitStatus::pass);
  EXPECT_EQ(sentence_of(result.common, "pattern_unmatched"),
            "The policy has patterns that match no case of this night or of what it is compared with: xfail "
            "'elsewhere/*', tolerances 'memory/cse2'.");
  night.policy.expected_failures.assign(9, {"no/such", "https://example.org/17", "2026-12-31", "Slow."});
  EXPECT_THAT(sentence_of(night.judge().common, "pattern_unmatched"), HasSubstr(" and 6 more."));
}

TEST(UnmatchedPatterns, ACaseOfTheBaselineAloneIsAMatch) {
  QuietNight night{5};
  std::erase_if(night.record.cases, [](const Case& measured) { return measured.id == kCase; });
  night.policy.expected_failures = {{kCase, "https://example.org/17", "2026-12-31", "Gone."}};
  EXPECT_EQ(find_reason(night.judge().common, "pattern_unmatched"), nullptr);
}

TEST(ExpectedFailure, ThatPassesIsSaidAloud) {
  const GateResult result = with_expected_failure(0.0, "2026-12-31").judge();
  EXPECT_EQ(verdict_of(result, kCase).kind, VerdictKind::pass);
  EXPECT_THAT(sentence_of(result.common, "expected_failure_passed"), HasSubstr("take it out of the policy"));
}

TEST(ExpectedFailure, AWrongResultIsNeverExpected) {
  QuietNight night = with_expected_failure(0.0, "2026-12-31");
  night.measured(kCase).rounds.front().marks = {{MarkKind::wrong_result, "NaN"}};
  EXPECT_EQ(night.judge().status, ExitStatus::wrong_result);
}

TEST(ExpectedFailure, WithoutATodayNothingIsStillExpected) {
  QuietNight night = with_expected_failure(0.1, "2026-12-31");
  night.policy.max_baseline_age_days = 100;
  std::vector<Verdict> verdicts{Verdict{}};
  verdicts.front().case_id = kCase;
  verdicts.front().kind = VerdictKind::regressed;
  (void)apply_expected_failures(verdicts, night.policy, std::chrono::sys_days::max());
  EXPECT_EQ(verdicts.front().kind, VerdictKind::regressed);
}

}  // namespace
}  // namespace roofgate
