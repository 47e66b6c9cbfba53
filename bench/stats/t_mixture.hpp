// A mixture of scaled Student t distributions about 0: how far a new observation may lie from its prediction when the
// spread itself is uncertain.
#pragma once

#include <vector>

namespace roofgate {

struct TComponent {
  double weight = 1.0;
  double scale = 1.0;
  int degrees_of_freedom = 1;
};

class TMixture {
 public:
  /// Weights are positive and are normalised; at least one component; scales and degrees of freedom positive.
  explicit TMixture(std::vector<TComponent> components);

  [[nodiscard]] double density(double x) const;
  [[nodiscard]] double upper_tail(double x) const;       ///< P(X > x)
  [[nodiscard]] double upper_quantile(double p) const;   ///< the x with P(X > x) = p, p in (0, 1), to five digits
  [[nodiscard]] double mean_scale() const;               ///< root of the weighted mean square of the scales
  [[nodiscard]] double mean_degrees_of_freedom() const;  ///< harmonic mean: small ones make the tail
  [[nodiscard]] const std::vector<TComponent>& components() const { return components_; }

 private:
  std::vector<TComponent> components_;
};

/// The error of a sum of two independent errors: variances add, degrees of freedom by Welch & Satterthwaite (Biometrics
/// 2, 1946), rounded down.
[[nodiscard]] TMixture sum_of(const TMixture& a, const TComponent& b);

}  // namespace roofgate
