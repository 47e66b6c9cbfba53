#include "bench/stats/spread_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace roofgate {
namespace {

constexpr double kSpread = 0.005;

struct Night {
  std::vector<SpreadObservation> cases;
  std::vector<double> deviations;  ///< of tonight, healthy
};

/// Cases whose spread differs (log-normal), `nights` earlier ones and a healthy tonight.
Night simulate(std::mt19937& generator, int cases, int nights, double heterogeneity, bool spread_follows_rounds) {
  std::normal_distribution<double> normal;
  Night night;
  for (int i = 0; i < cases; ++i) {
    const double level = normal(generator);
    const double spread = kSpread * std::exp(heterogeneity * level);
    std::vector<double> values(static_cast<std::size_t>(nights));
    double mean = 0.0;
    for (double& value : values) mean += (value = spread * normal(generator)) / nights;
    double variance = 0.0;
    for (const double value : values) variance += (value - mean) * (value - mean);
    const double freedom = nights - 1.0;
    SpreadObservation observation;
    observation.between = {freedom > 0.0 ? variance / freedom : 0.0, freedom};
    observation.within = 0.5 * kSpread * (spread_follows_rounds ? std::exp(heterogeneity * level) : 1.0);
    observation.deviation = spread * normal(generator) - mean;
    observation.deviation_factor = 1.0 + 1.0 / nights;
    night.cases.push_back(observation);
    night.deviations.push_back(observation.deviation);
  }
  return night;
}

/// Share of healthy cases whose p value is below `level`, over many nights.
double share_below(double level, int cases, int nights, double heterogeneity, bool follows, int trials) {
  std::mt19937 generator{2027};
  int below = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const Night night = simulate(generator, cases, nights, heterogeneity, follows);
    const SpreadModel model{night.cases, SpreadBelief{}};
    for (const SpreadObservation& observation : night.cases) {
      const TMixture error = model.of(observation).predict(observation.deviation_factor, 0.0001);
      below += error.upper_tail(observation.deviation) < level ? 1 : 0;
    }
  }
  return below / static_cast<double>(cases * trials);
}

struct Cell {
  int cases, nights;
  double heterogeneity;
  bool follows;
};

// The promise: a healthy case has p < 1 % in at most 1 % of nights, few nights and few cases included.
TEST(SpreadModel, PValuesAreHonest) {
  for (const Cell& cell :
       {Cell{60, 1, 0.5, true}, Cell{60, 2, 0.5, false}, Cell{60, 3, 0.5, true}, Cell{60, 5, 0.3, false},
        Cell{60, 20, 0.7, true}, Cell{5, 3, 0.5, true}, Cell{5, 1, 0.3, false}, Cell{1, 4, 0.0, false}}) {
    const int trials = 3000 / cell.cases + 20;
    const double share = share_below(0.01, cell.cases, cell.nights, cell.heterogeneity, cell.follows, trials);
    const double error = std::sqrt(0.01 / (cell.cases * trials));
    EXPECT_LT(share, 0.011 + 3.0 * error) << cell.cases << " cases, " << cell.nights << " nights";
  }
}

TEST(SpreadModel, BorrowsFromOtherCases) {
  std::mt19937 generator{7};
  Night night = simulate(generator, 60, 3, 0.2, false);
  SpreadObservation& lucky = night.cases.front();
  lucky.between.variance = 1e-10;  // three nights that happened to agree
  const TMixture error = SpreadModel{night.cases, SpreadBelief{}}.of(lucky).predict(1.0, 0.0);
  EXPECT_GT(error.mean_scale(), 0.5 * kSpread);
  EXPECT_GT(error.mean_degrees_of_freedom(), 5.0);
}

TEST(SpreadModel, WithOneNightTonightsOwnScatterReplacesTheBelief) {
  std::mt19937 generator{8};
  const Night night = simulate(generator, 60, 1, 0.2, false);
  const SpreadBelief wrong{0.03, 3.0};
  const TMixture error = SpreadModel{night.cases, wrong}.of(night.cases.front()).predict(1.0, 0.0);
  EXPECT_NEAR(error.mean_scale() / kSpread, 1.0, 0.6);
}

TEST(SpreadModel, AFewRealChangesDoNotWidenIt) {
  std::mt19937 generator{9};
  Night night = simulate(generator, 60, 1, 0.2, false);
  const double before = SpreadModel{night.cases, {}}.of(night.cases.back()).predict(1.0, 0.0).mean_scale();
  for (std::size_t i = 0; i < 5; ++i) night.cases[i].deviation = 0.3;
  const double after = SpreadModel{night.cases, {}}.of(night.cases.back()).predict(1.0, 0.0).mean_scale();
  EXPECT_NEAR(after / before, 1.0, 0.35);
}

TEST(SpreadModel, FollowsTheSpreadOfTheRoundsWhereCasesDo) {
  std::mt19937 generator{10};
  const Night night = simulate(generator, 60, 3, 0.8, true);
  const SpreadModel model{night.cases, SpreadBelief{}};
  SpreadObservation quiet = night.cases.front();
  SpreadObservation loud = quiet;
  quiet.within = 0.2 * kSpread;
  loud.within = 2.0 * kSpread;
  EXPECT_GT(model.of(loud).predict(1.0, 0.0).mean_scale(), 2.5 * model.of(quiet).predict(1.0, 0.0).mean_scale());
}

TEST(SpreadModel, NoCaseIsSteadierThanTheFloor) {
  std::mt19937 generator{12};
  const Night night = simulate(generator, 20, 10, 0.1, false);
  const TMixture error = SpreadModel{night.cases, {}}.of(night.cases.front()).predict(1.0, 0.02);
  EXPECT_NEAR(error.mean_scale(), 0.02, 0.002);
}

}  // namespace
}  // namespace roofgate
