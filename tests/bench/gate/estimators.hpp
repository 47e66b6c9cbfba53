// Which location of a round's samples and of a night's rounds lies least far apart from night to night: on real
// records.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

struct Estimator {
  std::string name;
  double (*locate)(std::span<const double> values) = nullptr;
};

[[nodiscard]] std::vector<Estimator> round_estimators();
[[nodiscard]] std::vector<Estimator> night_estimators();

struct EstimatorSpread {
  std::string round, night;  ///< names
  /// Kind of case -> median over its cases of pairwise_spread of the nights' log locations; "all" for all cases. It
  /// is that of the typical pair of nights, so that two states which a machine falls into do not hide everything else.
  std::map<std::string, double> by_kind;
  double far = 0.0;  ///< of all deviations from the case's median night, the 95th percentile
};

/// Every pair of estimators. `with_marked` also uses the rounds that carry a mark. Only cases that at least ten nights
/// have count; the records are of one machine and suite.
[[nodiscard]] std::vector<EstimatorSpread> compare_estimators(std::span<const Record> records, bool with_marked);

}  // namespace roofgate
