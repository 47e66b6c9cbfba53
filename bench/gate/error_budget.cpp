#include "bench/gate/error_budget.hpp"

#include "kernels/base/assert.hpp"

namespace roofgate {

TestShares test_shares(bool has_common, bool has_anchor) {
  TestShares shares{0.50, 0.05, 0.30, 0.10, 0.05};
  if (!has_common) {
    shares.specific += shares.total;
    shares.total = 0.0;
  }
  if (!has_anchor) {
    shares.specific += shares.anchor;
    shares.anchor = 0.0;
  }
  return shares;
}

double look_share(int look, int looks) {
  RG_ASSERT(look >= 1 && look <= looks);
  constexpr double kBeforeTheLast = 0.1;
  if (looks == 1) return 1.0;
  return look == looks ? 1.0 - kBeforeTheLast : kBeforeTheLast / (looks - 1);
}

}  // namespace roofgate
