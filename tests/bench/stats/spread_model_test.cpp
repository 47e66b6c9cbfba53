#include "bench/stats/spread_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace roofgate {
namespace {

constexpr double kSpread = 0.005;       // tau of the typical case
constexpr double kRoundSpread = 0.008;  // sigma of the typical case
constexpr double kRounds = 0.3127;      // of five rounds
constexpr double kRoundFreedom = 12.0;

/// Cases whose spreads differ (log-normal), `nights` earlier ones and a healthy tonight whose location has
/// `tonight_rounds` of a round's variance.
std::vector<SpreadObservation> simulate(std::mt19937& generator, int cases, int nights, double heterogeneity,
                                        bool spread_follows_rounds, double tonight_rounds = kRounds) {
  std::normal_distribution<double> normal;
  std::chi_squared_distribution<double> chi_squared{kRoundFreedom};
  std::vector<SpreadObservation> observations;
  for (int i = 0; i < cases; ++i) {
    const double level = normal(generator);
    const double tau = kSpread * std::exp(heterogeneity * level);
    const double sigma = kRoundSpread * std::exp(heterogeneity * (spread_follows_rounds ? level : normal(generator)));
    const auto location = [&](double rounds) {
      return tau * normal(generator) + sigma * std::sqrt(rounds) * normal(generator);
    };
    std::vector<double> values(static_cast<std::size_t>(nights));
    double mean = 0.0;
    for (double& value : values) mean += (value = location(kRounds)) / nights;
    double variance = 0.0;
    for (const double value : values) variance += (value - mean) * (value - mean);
    const double freedom = nights - 1.0;
    SpreadObservation observation;
    observation.between = {freedom > 0.0 ? variance / freedom : 0.0, freedom};
    observation.round = {sigma * sigma * chi_squared(generator) / kRoundFreedom, kRoundFreedom};
    observation.night_rounds = kRounds;
    observation.deviation = location(tonight_rounds) - mean;
    observation.shape = {1.0 + 1.0 / nights, tonight_rounds + kRounds / nights};
    observations.push_back(observation);
  }
  return observations;
}

/// One night as an observation: what CaseSpread::predict of {1, kRounds} should resemble.
constexpr ErrorShape kOneNight{1.0, kRounds};
const double kTypicalNight = std::sqrt(kSpread * kSpread + kRounds * kRoundSpread * kRoundSpread);

struct Cell {
  int cases, nights;
  double heterogeneity;
  bool follows;
  double tonight_rounds = kRounds;
};

/// Share of healthy cases whose p value is below `level`, over many nights.
double share_below(double level, const Cell& cell, int trials) {
  std::mt19937 generator{2027};
  int below = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const auto observations =
        simulate(generator, cell.cases, cell.nights, cell.heterogeneity, cell.follows, cell.tonight_rounds);
    const SpreadModel model{observations, SpreadBelief{}};
    for (const SpreadObservation& observation : observations) {
      const TMixture error = model.of(observation).predict(observation.shape, 0.0);
      below += error.upper_tail(observation.deviation) < level ? 1 : 0;
    }
  }
  return below / static_cast<double>(cell.cases * trials);
}

// The promise: a healthy case has p < 1 % in at most 1 % of nights, with few nights, few cases, and more rounds tonight
// than before included.
TEST(SpreadModel, PValuesAreHonest) {
  for (const Cell& cell : {Cell{60, 1, 0.5, true}, Cell{60, 2, 0.5, false}, Cell{60, 3, 0.5, true},
                           Cell{60, 3, 0.5, false, 0.11}, Cell{60, 5, 0.3, false}, Cell{60, 20, 0.7, true, 0.11},
                           Cell{5, 3, 0.5, true}, Cell{5, 1, 0.3, false}, Cell{1, 4, 0.0, false}}) {
    const int trials = 2000 / cell.cases + 20;
    const double share = share_below(0.01, cell, trials);
    const double error = std::sqrt(0.01 / (cell.cases * trials));
    EXPECT_LT(share, 0.011 + 3.0 * error) << cell.cases << " cases, " << cell.nights << " nights";
  }
}

TEST(SpreadModel, BorrowsFromOtherCases) {
  std::mt19937 generator{7};
  auto observations = simulate(generator, 60, 3, 0.2, false);
  SpreadObservation& lucky = observations.front();
  lucky.between.variance = 1e-10;  // three nights that happened to agree
  const TMixture error = SpreadModel{observations, SpreadBelief{}}.of(lucky).predict(kOneNight, 0.0);
  EXPECT_GT(error.mean_scale(), 0.5 * kTypicalNight);
}

TEST(SpreadModel, WithOneNightTonightsOwnScatterReplacesTheBelief) {
  std::mt19937 generator{8};
  const auto observations = simulate(generator, 60, 1, 0.2, false);
  const SpreadBelief wrong{0.03, 3.0};
  const TMixture error = SpreadModel{observations, wrong}.of(observations.front()).predict(kOneNight, 0.0);
  EXPECT_NEAR(error.mean_scale() / kTypicalNight, 1.0, 0.6);
}

TEST(SpreadModel, AFewRealChangesDoNotWidenIt) {
  std::mt19937 generator{9};
  auto observations = simulate(generator, 60, 1, 0.2, false);
  const double before = SpreadModel{observations, {}}.of(observations.back()).predict(kOneNight, 0.0).mean_scale();
  for (std::size_t i = 0; i < 5; ++i) observations[i].deviation = 0.3;
  const double after = SpreadModel{observations, {}}.of(observations.back()).predict(kOneNight, 0.0).mean_scale();
  EXPECT_NEAR(after / before, 1.0, 0.35);
}

TEST(SpreadModel, ACasesOwnLossDoesNotWidenWhatItIsJudgedBy) {
  std::mt19937 generator{11};
  auto observations = simulate(generator, 4, 1, 0.2, false);  // few cases: one has a large say
  const double before = SpreadModel{observations, {}}.of(observations.front()).predict(kOneNight, 0.0).mean_scale();
  observations.front().deviation = 0.1;
  const double after = SpreadModel{observations, {}}.of(observations.front()).predict(kOneNight, 0.0).mean_scale();
  EXPECT_NEAR(after / before, 1.0, 0.01);
}

TEST(SpreadModel, FollowsTheSpreadOfTheRoundsWhereCasesDo) {
  std::mt19937 generator{10};
  const auto observations = simulate(generator, 60, 5, 0.8, true);
  const SpreadModel model{observations, SpreadBelief{}};
  SpreadObservation quiet = observations.front();
  SpreadObservation loud = quiet;
  quiet.round.variance = 0.04 * kRoundSpread * kRoundSpread;
  loud.round.variance = 4.0 * kRoundSpread * kRoundSpread;
  const ErrorShape nights_alone{1.0, 0.0};
  EXPECT_GT(model.of(loud).predict(nights_alone, 0.0).mean_scale(),
            1.3 * model.of(quiet).predict(nights_alone, 0.0).mean_scale());
}

TEST(SpreadModel, MoreRoundsShrinkTheRoundsPartOnly) {
  std::mt19937 generator{13};
  const auto observations = simulate(generator, 60, 20, 0.0, false);
  const CaseSpread spread = SpreadModel{observations, SpreadBelief{}}.of(observations.front());
  EXPECT_NEAR(spread.predict(kOneNight, 0.0).mean_scale(), kTypicalNight, 0.2 * kTypicalNight);
  EXPECT_NEAR(spread.predict({1.0, 0.0}, 0.0).mean_scale(), kSpread, 0.25 * kSpread);
}

TEST(SpreadModel, NoCaseIsSteadierThanTheFloor) {
  std::mt19937 generator{12};
  const auto observations = simulate(generator, 20, 10, 0.1, false);
  const TMixture error = SpreadModel{observations, {}}.of(observations.front()).predict({1.0, 0.0}, 0.02);
  EXPECT_NEAR(error.mean_scale(), 0.02, 0.002);
}

}  // namespace
}  // namespace roofgate
