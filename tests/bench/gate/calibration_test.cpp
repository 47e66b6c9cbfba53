// The gate's contract, by seeded simulation that drives the real judge: small enough for every test run. The full size
// is the program gate_calibration; docs/statistics.md has its table.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/bench/gate/campaign.hpp"

namespace roofgate {
namespace {

// Sanitizers make judging ten times slower; they look for other things than error rates.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kScale = 10;
#else
constexpr int kScale = 1;
#endif

struct Rate {
  double value = 0.0, error = 0.0;  ///< and its standard error
};

Rate rate(int count, int of) {
  const double share = count / static_cast<double>(of);
  return {share, std::sqrt(std::max(share * (1.0 - share), 0.01 * 0.99) / of)};
}

MachineOptions machine(double between, double within) {
  MachineOptions options;
  options.between_nights = between;
  options.between_rounds = within;
  return options;
}

std::vector<CampaignCell> hard_cells() {
  std::vector<CampaignCell> cells;
  for (const int nights : {1, 3, 5, 10, 20}) {
    cells.push_back({"quiet", machine(0.002, 0.003), nights, false});
    cells.push_back({"typical", machine(0.003, 0.006), nights, true});
    cells.push_back({"loud", machine(0.02, 0.01), nights, false});
  }
  MachineOptions few = machine(0.006, 0.006);
  few.cases = 5;
  MachineOptions shared = machine(0.003, 0.006);
  shared.common = 0.01;
  MachineOptions alike = machine(0.006, 0.006);
  alike.heterogeneity = 0.0;
  MachineOptions unlike = machine(0.006, 0.006);
  unlike.heterogeneity = 0.8;
  MachineOptions siblings = machine(0.004, 0.006);
  siblings.has_siblings = true;
  MachineOptions slower = machine(0.003, 0.006);
  slower.common_step = 0.01;
  MachineOptions wild = machine(0.003, 0.006);
  wild.spread_step = 2.0;
  for (const int nights : {5, 20}) {
    cells.push_back({"tonight all cases are 1 % slower", slower, nights, true});
    cells.push_back({"both spreads double tonight", wild, nights, false});
  }
  for (const int nights : {1, 3, 5}) {
    cells.push_back({"five cases", few, nights, false});
    cells.push_back({"the machine moves by 1 %", shared, nights, false});
    cells.push_back({"all alike", alike, nights, false});
    cells.push_back({"all unlike", unlike, nights, true});
    cells.push_back({"siblings", siblings, nights, nights == 5});
  }
  return cells;
}

TEST(Calibration, HealthyNightsAreFalselyRedAtMostOnceInAHundredAndClaimsAreTrue) {
  int nights = 0;
  int false_nights = 0;
  int claims = 0;
  int shown = 0;
  int failed = 0;
  unsigned seed = 1;
  for (const CampaignCell& cell : hard_cells()) {
    const int own = 30 / kScale;
    const CampaignCounts counts = run_campaign(cell, own, {}, seed);
    seed += 1000;
    nights += own;
    claims += counts.claims;
    shown += counts.shown;
    failed += counts.failed;
    false_nights += counts.false_nights;
    // A cell of this size can only show a gross mistake: 4 of 30 have a chance of 1 in 4000 at 1 %.
    EXPECT_LT(counts.false_nights, 4) << cell.name << ", " << cell.baseline_nights << " baseline nights";
  }
  const Rate of_false = rate(false_nights, nights);
  EXPECT_LT(of_false.value - 2.0 * of_false.error, 0.01) << false_nights << " of " << nights;
  for (const int count : {shown, failed}) {
    const Rate of_claims = rate(count, claims);
    EXPECT_GT(of_claims.value + 2.0 * of_claims.error, 0.93) << count << " of " << claims;
    EXPECT_LT(of_claims.value - 2.0 * of_claims.error, 0.97) << count << " of " << claims;
  }
  RecordProperty("false_nights", false_nights);
  RecordProperty("nights", nights);
  RecordProperty("claims_shown", shown);
  RecordProperty("claims", claims);
}

struct Power {
  int baseline_nights;
  double three_percent_first_night, five_percent_first_night;  ///< of the design's prototype
};

TEST(Calibration, FindsLossesAtLeastAsOftenAsThePrototype) {
  for (const Power& power :
       {Power{3, 0.44, 0.88}, Power{5, 0.66, 0.95}, Power{10, 0.81, 0.97}, Power{20, 0.87, 0.97}}) {
    MachineOptions options = machine(0.003, 0.006);
    options.heterogeneity = 0.3;
    const int nights = 40 / kScale;
    const CampaignCounts counts =
        run_campaign({"typical", options, power.baseline_nights, true}, nights, {0.03, 0.05}, 77);
    const Rate three = rate(counts.found.at(0.03)[0], nights);
    const Rate five = rate(counts.found.at(0.05)[0], nights);
    EXPECT_GT(three.value + 2.0 * three.error, power.three_percent_first_night) << power.baseline_nights;
    EXPECT_GT(five.value + 2.0 * five.error, power.five_percent_first_night) << power.baseline_nights;
    if (power.baseline_nights < 5) continue;
    const Rate second = rate(counts.found.at(0.03)[1], nights);
    EXPECT_GT(second.value + 2.0 * second.error, 0.95) << power.baseline_nights;
  }
}

}  // namespace
}  // namespace roofgate
