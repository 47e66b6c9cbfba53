#include "bench/stats/hodges_lehmann.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace roofgate {
namespace {

const std::vector<double> kBefore{1.1, 2.3, 9.0, 1.7, 2.0};
const std::vector<double> kAfter{2.2, 3.1, 2.9, 3.3};

// python3 -c 'import numpy as n; a=[1.1,2.3,9,1.7,2]; b=[2.2,3.1,2.9,3.3]
// print(n.median([(a[i]+a[j])/2 for i in range(5) for j in range(i,5)]), n.median(n.subtract.outer(b,a)))'
TEST(HodgesLehmann, AgreesWithNumpy) {
  EXPECT_NEAR(hodges_lehmann_centre(kBefore), 2.0, 1e-12);
  EXPECT_NEAR(hodges_lehmann_shift(kBefore, kAfter), 0.95, 1e-12);
}

TEST(HodgesLehmann, OneWildValueMovesNothingFar) {
  std::vector<double> wild = kBefore;
  wild[2] = 1e9;
  EXPECT_LT(hodges_lehmann_centre(wild), 2.4);
}

TEST(HodgesLehmann, AShiftOfEverythingIsTheShift) {
  std::vector<double> moved = kBefore;
  for (double& value : moved) value += 0.25;
  EXPECT_NEAR(hodges_lehmann_shift(kBefore, moved), 0.25, 1e-12);
}

}  // namespace
}  // namespace roofgate
