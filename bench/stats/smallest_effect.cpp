#include "bench/stats/smallest_effect.hpp"

namespace roofgate {

double smallest_effect(const TMixture& error, double critical, double power) {
  return critical + error.upper_quantile(1.0 - power);
}

}  // namespace roofgate
