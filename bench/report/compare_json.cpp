#include <fmt/format.h>

#include <cmath>

#include "bench/record/json_text.hpp"
#include "bench/report/compare_document.hpp"
#include "bench/report/gate_json.hpp"

namespace roofgate {
namespace {

std::string change_json(const JoinedChange& entry) {
  const std::optional<double> change =
      entry.median_change ? std::optional{std::expm1(-*entry.median_change)} : std::nullopt;
  return fmt::format(
      R"({{"part": {}, "name": {}, "before": {}, "after": {}, "cases": {}, "slower": {}, "faster": {}, "median_change": {}}})",
      json_string(name_of(entry.change.part)), json_string(entry.change.name), json_string(entry.change.before),
      json_string(entry.change.after), entry.cases, entry.slower, entry.faster, json_number(change));
}

std::string side_json(const std::vector<std::string>& ids, const std::string& label) {
  return fmt::format(R"({{"records": {}, "environment": {}}})", json_array(ids), json_string(label));
}

}  // namespace

std::string render_compare_json(const CompareResult& result) {
  std::string changes;
  for (const JoinedChange& entry : result.environment) {
    changes += (changes.empty() ? "\n    " : ",\n    ") + change_json(entry);
  }
  const Recommendation& advice = result.recommendation;
  return fmt::format(
      R"({{
  "schema": {},
  "status": {},
  "recommendation": {{"advice": {}, "sentence": {}, "further_rounds": {}}},
  "is_paired": {}, "pairs": {},
  "before": {},
  "after": {},
  "environment": [{}{}],
  "gate": {}}}
)",
      json_string(kCompareSchema), static_cast<int>(result.gate.status), json_string(name_of(advice.advice)),
      json_string(advice.sentence), advice.further_rounds ? fmt::format("{}", *advice.further_rounds) : "null",
      result.is_paired, result.pairs, side_json(result.before_ids, result.before_label),
      side_json(result.after_ids, result.after_label), changes, changes.empty() ? "" : "\n  ",
      render_gate_json(result.gate));
}

}  // namespace roofgate
