#include "bench/gate/accepted_night.hpp"

#include <gmock/gmock.h>

#include <string>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

const std::string kSlow = "memory/case2";
const std::string kOther = "memory/case6";

/// Tonight is the last night of the baseline; the loss of kSlow was accepted by name.
QuietNight accepted_night(const std::map<std::string, double>& planted) {
  QuietNight night{6, planted};
  Night accepted = night_of(night.record);
  accepted.accepted_by = "ops";
  accepted.accepted_at = "2026-11-07T08:00:00Z";
  accepted.reason = "a new driver";
  accepted.accepted_losses = {{kSlow, "the power limit was lowered"}};
  night.baseline.nights.push_back(accepted);
  return night;
}

TEST(AcceptedNight, AnAcceptedLossFailsNoMore) {
  const GateResult result = accepted_night({{kSlow, loss(0.2)}}).judge();
  const Verdict& slow = verdict_of(result, kSlow);
  EXPECT_EQ(slow.kind, VerdictKind::drift);
  EXPECT_EQ(slow.reasons.front().sentence,
            "regressed, and accepted on 2026-11-07 by ops: the power limit was lowered.");
  EXPECT_EQ(sentence_of(result.common, "already_accepted"),
            "This night is in the baseline already, accepted on 2026-11-07 by ops: a new driver.");
  EXPECT_EQ(result.status, ExitStatus::pass);
}

TEST(AcceptedNight, OtherCasesAreStillJudged) {
  const GateResult result = accepted_night({{kSlow, loss(0.2)}, {kOther, loss(0.2)}}).judge();
  EXPECT_EQ(verdict_of(result, kSlow).kind, VerdictKind::drift);
  EXPECT_EQ(verdict_of(result, kOther).kind, VerdictKind::regressed);
  EXPECT_EQ(result.status, ExitStatus::regression);
}

TEST(AcceptedNight, ANightThatIsNotInTheBaselineIsJudgedAsEver) {
  QuietNight night = accepted_night({{kSlow, loss(0.2)}});
  night.record.id = "another";
  const GateResult result = night.judge();
  EXPECT_EQ(verdict_of(result, kSlow).kind, VerdictKind::regressed);
  EXPECT_EQ(find_reason(result.common, "already_accepted"), nullptr);
}

TEST(AcceptedNight, AnEarlierOneIsSaidToBeOne) {
  QuietNight night = accepted_night({});
  Night later = night.baseline.nights.back();
  later.record_id = "later";
  later.date = "2026-12-24T02:00:00Z";
  night.baseline.nights.push_back(later);
  EXPECT_THAT(sentence_of(night.judge().common, "already_accepted"),
              HasSubstr("It is an earlier one: 1 night was accepted after it, and it is judged against those before"));
}

TEST(AcceptedNight, AWrongResultIsNeverExcused) {
  QuietNight night = accepted_night({});
  night.measured(kSlow).rounds.front().marks = {{MarkKind::wrong_result, "element 3 differs"}};
  EXPECT_EQ(verdict_of(night.judge(), kSlow).kind, VerdictKind::wrong_result);
}

}  // namespace
}  // namespace roofgate
