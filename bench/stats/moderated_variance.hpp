// Variances of many similar series, each seen a few times only, lend each other strength: the hierarchical model of
// Smyth, "Linear Models and Empirical Bayes Methods", Stat. Appl. Genet. Mol. Biol. 3 (2004), article 3.
#pragma once

#include <span>

namespace roofgate {

/// A sample variance with its degrees of freedom.
struct SampleVariance {
  double variance = 0.0;
  double degrees_of_freedom = 0.0;
};

/// Scaled inverse chi-square: a true variance is `variance` x d0 / chi-square(d0). Infinite d0: all are equal.
struct VariancePrior {
  double variance = 0.0;
  double degrees_of_freedom = 0.0;
};

/// Smyth's estimate (his section 6.2): mean and variance of the log variances, corrected by digamma and trigamma, give
/// s0^2 and d0. Entries without degrees of freedom or with variance 0 say nothing and are left out; with fewer than two
/// entries left, the prior is that entry with d0 = 0 (or all zero).
[[nodiscard]] VariancePrior fit_variance_prior(std::span<const SampleVariance> observed);

/// (d0 s0^2 + d s^2) / (d0 + d), on d0 + d degrees of freedom.
[[nodiscard]] SampleVariance moderate(const VariancePrior& prior, const SampleVariance& own);

/// The x > 0 with trigamma(x) = y, for y > 0 (Newton on 1 / trigamma: his appendix).
[[nodiscard]] double trigamma_inverse(double y);

}  // namespace roofgate
