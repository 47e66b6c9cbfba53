#include "bench/derived/derived.hpp"

#include <array>
#include <iterator>
#include <set>

#include "bench/derived/collective_fit.hpp"
#include "bench/derived/sibling_ratio.hpp"

namespace roofgate {
namespace {

using Derivation = std::vector<DerivedCase> (*)(const Record&);

constexpr std::array<Derivation, 2> kDerivations{sibling_ratios, collective_fits};

}  // namespace

std::vector<DerivedCase> derived_cases(const Record& record) {
  std::set<std::string> taken;
  for (const Case& measured : record.cases) taken.insert(measured.id);
  std::vector<DerivedCase> all;
  for (const Derivation derive : kDerivations) {
    // A foreign record may use any name: what was measured keeps it.
    for (DerivedCase& derived : derive(record)) {
      if (taken.insert(derived.metric.id).second) all.push_back(std::move(derived));
    }
  }
  return all;
}

std::vector<std::string> ids_with_derived(const Record& record) {
  std::vector<std::string> ids;
  for (const Case& measured : record.cases) ids.push_back(measured.id);
  for (const DerivedCase& derived : derived_cases(record)) ids.push_back(derived.metric.id);
  return ids;
}

}  // namespace roofgate
