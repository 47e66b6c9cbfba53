// How alpha is shared out: a night is looked at by several tests and may be looked at again after remeasuring.
// Bonferroni's inequality over the tests keeps their sum below alpha; over the looks a fixed spending of alpha in the
// sense of Lan & DeMets, "Discrete Sequential Boundaries for Clinical Trials", Biometrika 70 (1983), that spends little
// before the last look.
#pragma once

namespace roofgate {

/// Shares of the tests of one case; they add up to 1.
struct TestShares {
  double specific = 0.0;      ///< tonight, without what every kind shares
  double total = 0.0;         ///< tonight, everything included
  double two_nights = 0.0;    ///< with the last suspect night
  double three_nights = 0.0;  ///< with the last two
  double anchor = 0.0;        ///< the last nights against the first
};

/// What cannot be tested tonight leaves its share to the tests that can; the shares of the watched nights stay
/// reserved, because whether there are any depends on what was seen before.
[[nodiscard]] TestShares test_shares(bool has_common, bool has_anchor);

/// Share of alpha that look `look` (from 1) of `looks` may spend.
[[nodiscard]] double look_share(int look, int looks);

}  // namespace roofgate
