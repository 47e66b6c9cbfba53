#include "bench/gate/verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace roofgate {
namespace {

/// Of a case with a tolerance of 2 % that was compared; `change` is a log time ratio.
Verdict compared(VerdictKind kind, double change, double p_value) {
  Verdict verdict;
  verdict.kind = kind;
  verdict.change = change;
  verdict.tolerance = 0.02;
  verdict.comparison = Comparison{};
  verdict.comparison->p_value = p_value;
  return verdict;
}

TEST(IsSuspect, WhatLooksSlowerByChanceRarely) {
  EXPECT_TRUE(is_suspect(compared(VerdictKind::inconclusive, 0.01, 0.05)));
  EXPECT_FALSE(is_suspect(compared(VerdictKind::inconclusive, 0.01, 0.3)));
  EXPECT_FALSE(is_suspect(compared(VerdictKind::inconclusive, -0.01, 0.05)));
}

TEST(IsSuspect, WhatWasMeasuredBeyondTwiceItsToleranceHoweverDoubtful) {
  const double tolerance = -std::log1p(-0.02);
  EXPECT_FALSE(is_suspect(compared(VerdictKind::inconclusive, 1.99 * tolerance, 0.5)));
  EXPECT_TRUE(is_suspect(compared(VerdictKind::inconclusive, 2.01 * tolerance, 0.5)));
  EXPECT_FALSE(is_suspect(compared(VerdictKind::inconclusive, -2.01 * tolerance, 0.5)));
}

TEST(IsSuspect, ALossAndNothingThatWasDecidedOrNotCompared) {
  EXPECT_TRUE(is_suspect(compared(VerdictKind::regressed, 0.2, 0.001)));
  EXPECT_FALSE(is_suspect(compared(VerdictKind::pass, 0.01, 0.05)));
  EXPECT_FALSE(is_suspect(compared(VerdictKind::drift, 0.01, 0.001)));
  EXPECT_FALSE(is_suspect(verdict_of("gemm/a", VerdictKind::inconclusive, {"nothing_compared", "Nothing.", {}})));
}

}  // namespace
}  // namespace roofgate
