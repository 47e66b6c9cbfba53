// The rules of other gates, as their documents and sources state them, on the same data as ours. For comparison only.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace roofgate {

/// One case as such a rule sees it: raw samples, seconds, rounds pooled.
struct RawCase {
  std::vector<std::vector<double>> earlier;  ///< one entry per night, oldest first
  std::vector<double> tonight;
};

/// Flags a case as slower if its score exceeds `threshold`.
struct FieldRule {
  std::string name;
  double threshold = 0.0;
  std::function<double(const RawCase&)> score;
};

[[nodiscard]] std::vector<FieldRule> field_rules();

/// Two-sided p value of the Mann-Whitney U test, normal approximation with tie correction left out (times hardly tie);
/// the sign says which side is larger: negative if `b` tends to be smaller.
[[nodiscard]] double mann_whitney_signed_p(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace roofgate
