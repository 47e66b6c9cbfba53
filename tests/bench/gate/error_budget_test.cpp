#include "bench/gate/error_budget.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(ErrorBudget, SharesOfTheTestsAddUpToOne) {
  for (const bool has_common : {false, true}) {
    for (const bool has_anchor : {false, true}) {
      const TestShares shares = test_shares(has_common, has_anchor);
      EXPECT_NEAR(shares.specific + shares.total + shares.two_nights + shares.three_nights + shares.anchor, 1.0, 1e-12);
      EXPECT_EQ(shares.total > 0.0, has_common);
      EXPECT_EQ(shares.anchor > 0.0, has_anchor);
    }
  }
}

TEST(ErrorBudget, SharesOfTheLooksAddUpToOneAndTheLastHasMost) {
  for (const int looks : {1, 2, 3, 6}) {
    double sum = 0.0;
    for (int look = 1; look <= looks; ++look) sum += look_share(look, looks);
    EXPECT_NEAR(sum, 1.0, 1e-12);
    EXPECT_GE(look_share(looks, looks), 0.9);
  }
}

}  // namespace
}  // namespace roofgate
