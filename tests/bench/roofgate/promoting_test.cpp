// A suspect is watched: what one night cannot decide, two nights decide together.
#include "bench/roofgate/promoting.hpp"

#include <gtest/gtest.h>

#include "bench/baseline/baseline_store.hpp"
#include "tests/bench/gate/quiet_night.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

const std::string kCase = "gemm/case0";

class PromotingTest : public ScratchFolder {
 protected:
  Promoted promote(const Record& record, bool is_first = false) {
    PromoteRequest request;
    request.folder = folder_;
    request.rules.policy.max_baseline_age_days = 100000;
    request.options.by = "test";
    request.options.at = record.started_at;
    request.is_reference_made = !is_first;
    request.keeps_losses = true;
    const auto promoted = promote_into(record, request);
    EXPECT_TRUE(promoted) << to_string(promoted.error());
    return *promoted;
  }
  [[nodiscard]] Baseline stored(const Record& record) const {
    return **find_baseline(folder_, baseline_name_of(record));
  }

  SimulatedMachine machine_{
      {.cases = 20, .between_nights = 0.001, .between_rounds = 0.012, .heterogeneity = 0.0, .disturbed_rounds = 0.0},
      21};
};

TEST_F(PromotingTest, ASuspectIsHeldBackAndFoundWithTheNextNight) {
  for (int night = 0; night < 5; ++night) promote(machine_.record(), true);
  const std::map<std::string, double> planted{{kCase, loss(0.023)}};
  const Record first = machine_.record(planted);
  EXPECT_TRUE(promote(first).promotion.night) << "nothing was shown yet";
  ASSERT_EQ(stored(first).nights.back().cases.count(kCase), 0U) << "a suspect does not join the reference";
  ASSERT_EQ(stored(first).watched.size(), 1U);
  bool is_found = false;
  for (int night = 0; night < 3 && !is_found; ++night) is_found = !promote(machine_.record(planted)).promotion.night;
  EXPECT_TRUE(is_found);
}

TEST_F(PromotingTest, AHealthyNightReturnsWhatWasHeldBack) {
  for (int night = 0; night < 5; ++night) promote(machine_.record(), true);
  const Record first = machine_.record({{kCase, loss(0.025)}});
  promote(first);
  ASSERT_EQ(stored(first).watched.size(), 1U);
  const Record second = machine_.record({{kCase, loss(-0.01)}});
  promote(second);
  EXPECT_EQ(stored(first).nights[5].cases.count(kCase), 1U);
}

TEST_F(PromotingTest, ARefusedNightLeavesItsLossAsEvidence) {
  for (int night = 0; night < 5; ++night) promote(machine_.record(), true);
  const Record bad = machine_.record({{kCase, loss(0.3)}});
  EXPECT_FALSE(promote(bad).promotion.night);
  EXPECT_EQ(stored(bad).nights.size(), 5U);
  ASSERT_EQ(stored(bad).watched.size(), 1U);
  EXPECT_EQ(stored(bad).watched[0].cases.count(kCase), 1U);
}

TEST_F(PromotingTest, FirstNightsHoldNothingBack) {
  for (int night = 0; night < 5; ++night) promote(machine_.record({{kCase, 0.05 * night}}), true);
  EXPECT_TRUE(stored(machine_.record()).watched.empty());
}

TEST_F(PromotingTest, AcceptingALossAcceptsThatOfItsRatios) {
  SimulatedMachine machine{{.cases = 16,
                            .between_nights = 0.0005,
                            .between_rounds = 0.0005,
                            .heterogeneity = 0.0,
                            .disturbed_rounds = 0.0,
                            .tail_freedom = 100.0,
                            .has_siblings = true},
                           7};
  for (int night = 0; night < 5; ++night) promote(machine.record(), true);
  const Record slower = machine.record({{"gemm/case4", loss(0.10)}});
  EXPECT_FALSE(promote(slower).promotion.night);
  PromoteRequest request;
  request.folder = folder_;
  request.rules.policy.max_baseline_age_days = 100000;
  request.options.by = "test";
  request.options.at = slower.started_at;
  request.options.accept = {{"gemm/case4", "power limit 600 W"}};
  const auto promoted = promote_into(slower, request);
  ASSERT_TRUE(promoted) << to_string(promoted.error());
  ASSERT_TRUE(promoted->promotion.night);
  EXPECT_EQ(promoted->promotion.night->accepted_losses.at("ratio/gemm/case4/to_align128"), "power limit 600 W");
}

}  // namespace
}  // namespace roofgate
