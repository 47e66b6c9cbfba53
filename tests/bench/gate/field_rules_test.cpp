#include "tests/bench/gate/field_rules.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

const std::vector<double> kA{1.1, 2.3, 9.0, 1.7, 2.0, 3.5, 0.4, 6.1};
const std::vector<double> kB{2.2, 3.1, 2.9, 3.3, 8.1, 9.5, 7.7, 4.4};

// scipy.stats.mannwhitneyu(a, b, method='asymptotic', use_continuity=False).pvalue
TEST(FieldRules, MannWhitneyAgreesWithScipy) {
  EXPECT_NEAR(mann_whitney_signed_p(kA, kB), 0.11518373151505122, 1e-12);
  EXPECT_NEAR(mann_whitney_signed_p(kB, kA), -0.11518373151505122, 1e-12);
}

TEST(FieldRules, EachFlagsALossOfAThirdAndNotAPerfectRepetition) {
  RawCase raw;
  for (int night = 0; night < 6; ++night) {
    std::vector<double> samples;
    for (int i = 0; i < 30; ++i) samples.push_back(1.0 + 0.001 * ((i * 7 + night * 3) % 11));
    raw.earlier.push_back(samples);
  }
  raw.tonight = raw.earlier.front();
  for (const FieldRule& rule : field_rules()) EXPECT_LE(rule.score(raw), rule.threshold) << rule.name;
  for (double& time : raw.tonight) time *= 1.5;
  for (const FieldRule& rule : field_rules()) EXPECT_GT(rule.score(raw), rule.threshold) << rule.name;
}

}  // namespace
}  // namespace roofgate
