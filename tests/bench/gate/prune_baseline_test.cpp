#include "bench/gate/prune_baseline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

/// Same kinds, changes and thresholds: the verdicts rest on the same numbers.
void expect_same(const GateResult& before, const GateResult& after) {
  ASSERT_EQ(before.verdicts.size(), after.verdicts.size());
  for (std::size_t i = 0; i < before.verdicts.size(); ++i) {
    EXPECT_EQ(before.verdicts[i].case_id, after.verdicts[i].case_id);
    EXPECT_EQ(before.verdicts[i].kind, after.verdicts[i].kind) << before.verdicts[i].case_id;
    EXPECT_NEAR(*before.verdicts[i].change, *after.verdicts[i].change, 1e-12);
    EXPECT_NEAR(*before.verdicts[i].smallest_detectable_loss, *after.verdicts[i].smallest_detectable_loss, 1e-12);
    EXPECT_EQ(before.verdicts[i].change_from_anchor.has_value(), after.verdicts[i].change_from_anchor.has_value());
  }
}

TEST(Prune, NoVerdictChanges) {
  for (const int window : {3, 10, 20}) {
    QuietNight night{40, {{"gemm/case0", loss(0.05)}}};
    night.policy.window_nights = window;
    const GateResult before = night.judge();
    const Pruned pruned = prune(night.baseline, night.policy, 0);
    EXPECT_GT(pruned.nights, 10U) << window;
    expect_same(before, night.judge());
  }
}

TEST(Prune, AnchorAndWindowStay) {
  QuietNight night{40};
  const Pruned pruned = prune(night.baseline, night.policy, 0);
  EXPECT_EQ(pruned.nights, 15U);
  EXPECT_EQ(night.baseline.nights.size(), 25U);
  EXPECT_EQ(night.baseline.nights.front().record_id, "night0");
  EXPECT_EQ(night.baseline.nights[5].record_id, "night20");
}

TEST(Prune, ATimeWithFewNightsLosesNone) {
  QuietNight night{20};
  EXPECT_EQ(prune(night.baseline, night.policy, 0).entries, 0U);
  QuietNight more{40};
  EXPECT_EQ(prune(more.baseline, more.policy, 100).entries, 0U);
}

TEST(Prune, EachPlaceKeepsItsWindowAndItsAnchor) {
  QuietNight night{40};
  QuietNight other{40};
  for (Night& one : night.baseline.nights) one.place = "n1";
  for (Night& one : other.baseline.nights) {
    one.place = "n2";
    one.record_id += "b";
    night.baseline.nights.push_back(std::move(one));
  }
  EXPECT_EQ(prune(night.baseline, night.policy, 0).nights, 2 * 15U);
  const auto of_second = std::count_if(night.baseline.nights.begin(), night.baseline.nights.end(),
                                       [](const Night& one) { return one.place == "n2"; });
  EXPECT_EQ(of_second, 25);
}

TEST(Prune, AnAcceptedLossKeepsItsWordThoughItsNightsGo) {
  QuietNight night{60};
  for (const Case& measured : night.record.cases) night.baseline.nights[10].accepted_losses[measured.id] = "ticket 7";
  const GateResult before = night.judge();
  (void)prune(night.baseline, night.policy, 0);
  EXPECT_EQ(night.baseline.nights.front().record_id, "night10") << "its anchor begins with the acceptance";
  EXPECT_EQ(night.baseline.nights.front().accepted_losses.at("gemm/case0"), "ticket 7");
  expect_same(before, night.judge());
}

}  // namespace
}  // namespace roofgate
