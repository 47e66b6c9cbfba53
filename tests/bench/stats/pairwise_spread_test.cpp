#include "bench/stats/pairwise_spread.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace roofgate {
namespace {

std::vector<std::vector<double>> nights(double disturbed_share) {
  std::mt19937 generator{41};
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<std::vector<double>> groups(4000);
  for (auto& group : groups) {
    const double centre = 50.0 * uniform(generator);
    for (int i = 0; i < 5; ++i) {
      const bool is_disturbed = uniform(generator) < disturbed_share;
      group.push_back(centre + normal(generator) + (is_disturbed ? 20.0 + 60.0 * uniform(generator) : 0.0));
    }
  }
  return groups;
}

TEST(PairwiseSpread, IsTheStandardDeviationOfNormalDataWhateverTheCentres) {
  EXPECT_NEAR(pairwise_spread(nights(0.0)), 1.0, 0.02);
}

TEST(PairwiseSpread, HardlyNoticesDisturbedValues) { EXPECT_NEAR(pairwise_spread(nights(0.1)), 1.25, 0.15); }

TEST(PairwiseSpread, NothingToCompareIsZero) {
  EXPECT_EQ(pairwise_spread({}), 0.0);
  EXPECT_EQ(pairwise_spread(std::vector<std::vector<double>>{{1.0}, {2.0}, {}}), 0.0);
}

}  // namespace
}  // namespace roofgate
