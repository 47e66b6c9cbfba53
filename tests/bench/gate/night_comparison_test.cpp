#include "bench/gate/night_comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "bench/gate/decision.hpp"

namespace roofgate {
namespace {

constexpr std::array<const char*, 3> kKinds{"gemm", "memory", "elementwise"};

struct Spreads {
  double nights = 0.003;
  double rounds = 0.004;
  double shift = 0.0;   ///< of all cases tonight
  double factor = 1.0;  ///< on both spreads tonight
};

std::vector<CaseSeries> healthy(int cases, int nights, unsigned seed, const Spreads& spreads = {}) {
  std::mt19937 generator{seed};
  std::normal_distribution<double> normal;
  const auto rounds = [&](double shift, double factor) {
    const double level = shift + factor * spreads.nights * normal(generator);
    std::vector<double> all(5);
    for (double& one : all) one = level + factor * spreads.rounds * normal(generator);
    return all;
  };
  std::vector<CaseSeries> series(static_cast<std::size_t>(cases));
  for (std::size_t i = 0; i < series.size(); ++i) {
    series[i].kind = kKinds[i % kKinds.size()];
    series[i].tolerance = 0.02;
    for (int night = 0; night < nights; ++night) {
      series[i].reference.push_back({static_cast<std::size_t>(night), rounds(0.0, 1.0)});
    }
    series[i].tonight = rounds(spreads.shift, spreads.factor);
  }
  return series;
}

int count_regressed(const std::vector<CaseSeries>& series) {
  const NightEvidence night = compare_nights(series, {});
  int count = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    count += decide(series[i], night.cases[i], {}).kind == VerdictKind::regressed ? 1 : 0;
  }
  return count;
}

double typical_claim(const std::vector<CaseSeries>& series) {
  const NightEvidence night = compare_nights(series, {});
  std::vector<double> claims;
  for (const Evidence& evidence : night.cases) claims.push_back(evidence.smallest_shown);
  std::nth_element(claims.begin(), claims.begin() + 20, claims.end());
  return claims[20];
}

// Sixty cases, each with noise of its own, all 1.2 % slower: one of them is beyond 2 % on most such nights.
TEST(NightComparison, AMachineThatIsSlowerWithinToleranceBlamesNoCase) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(count_regressed(healthy(60, 20, seed, {.shift = 0.012})), 0) << seed;
  }
}

TEST(NightComparison, AMachineThatIsSlowerBeyondToleranceIsNotExcused) {
  EXPECT_GT(count_regressed(healthy(60, 20, 1, {.shift = 0.04})), 50);
}

TEST(NightComparison, AWildNightClaimsLessAndBlamesNoCase) {
  const double calm = typical_claim(healthy(60, 20, 3));
  const double wild = typical_claim(healthy(60, 20, 3, {.factor = 3.0}));
  EXPECT_GT(wild, 2.0 * calm);
  int regressed = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) regressed += count_regressed(healthy(60, 20, seed, {.factor = 2.5}));
  EXPECT_EQ(regressed, 0);
}

// Three of five rounds of the only earlier night were disturbed on the other side of the ratio.
TEST(NightComparison, OneEarlierNightWhoseRoundsDisagreeIsNoReference) {
  auto series = healthy(40, 1, 11);
  CaseSeries& ratio = series[7];
  ratio.is_ratio = true;
  ratio.reference[0].log_time = {-0.245, -0.38, -0.26, 0.02, 0.0};
  ratio.tonight = {0.005, -0.019, 0.0, -0.001, 0.01};
  const NightEvidence night = compare_nights(series, {});
  EXPECT_GT(night.cases[7].change, 0.2);
  EXPECT_NE(decide(ratio, night.cases[7], {}).kind, VerdictKind::regressed);
}

TEST(NightComparison, AWatchedNightCountsWithTheRoundsThatItHas) {
  auto series = healthy(40, 10, 13, {.rounds = 0.02});
  for (double& round : series[0].tonight) round += 0.02;
  const auto watched = [&](int rounds) {
    NightRounds night{10, {}};
    for (int i = 0; i < rounds; ++i) night.log_time.push_back(0.03);
    series[0].watched = {night};
    return compare_nights(series, {}).cases[0].p_watched;
  };
  EXPECT_LT(watched(15), 0.9 * watched(5)) << "measured again, its location is better known";
}

}  // namespace
}  // namespace roofgate
