#include "bench/gate/policy.hpp"

#include "bench/gate/pattern.hpp"

namespace roofgate {

double Expectations::tolerance_of(std::string_view case_id) const {
  for (const CaseTolerance& entry : tolerances) {
    if (matches(entry.cases, case_id)) return entry.tolerance;
  }
  return tolerance;
}

const Expectations& Policy::of_backend(const std::string& backend) const {
  const auto found = backends.find(backend);
  return found == backends.end() ? expectations : found->second;
}

}  // namespace roofgate
