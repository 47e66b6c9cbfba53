#include "bench/report/gate_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "bench/record/json_text.hpp"
#include "bench/report/failure_report.hpp"

namespace roofgate {
namespace {

std::string throughput_change(std::optional<double> log_ratio) {
  return log_ratio ? json_number(std::expm1(-*log_ratio)) : "null";
}

std::string integer(std::optional<int> value) { return value ? fmt::format("{}", *value) : "null"; }

std::string reason_json(const Reason& reason) {
  std::string evidence;
  for (const auto& [name, value] : reason.evidence) {
    evidence += fmt::format("{}{}: {}", evidence.empty() ? "" : ", ", json_string(name), json_number(value));
  }
  return fmt::format(R"({{"rule": {}, "sentence": {}, "evidence": {{{}}}}})", json_string(reason.rule),
                     json_string(reason.sentence), evidence);
}

std::string reasons_json(const std::vector<Reason>& reasons, std::string_view indent) {
  std::string text;
  for (const Reason& reason : reasons)
    text += fmt::format("{}\n{}  {}", text.empty() ? "" : ",", indent, reason_json(reason));
  return text.empty() ? "[]" : fmt::format("[{}\n{}]", text, indent);
}

std::string comparison_json(const Comparison& figures, bool is_time) {
  const std::string_view key = is_time ? "time_s" : "value";
  std::string nights;
  for (const auto& [date, location] : figures.reference) {
    nights += fmt::format(R"({}{{"date": {}, "{}": {}}})", nights.empty() ? "" : ", ", json_string(date), key,
                          json_number(location));
  }
  return fmt::format(
      R"({{"reference_{}": {}, "{}": {}, "clean_rounds": {}, "marked_rounds": {}, "spread": {}, "own_spread": {}, )"
      R"("within_night_spread": {}, "degrees_of_freedom": {}, "spread_factor": {}, "is_at_floor": {}, "common_shift_log_ratio": {}, )"
      R"("p_value": {}, "p_needed": {}, "watched_nights": {}, "reference": [{}]}})",
      key, json_number(figures.reference_location), key, json_number(figures.tonight_location), figures.clean_rounds,
      figures.marked_rounds, json_number(figures.spread), json_number(figures.own_spread),
      json_number(figures.within_night_spread), json_number(figures.degrees_of_freedom),
      json_number(figures.spread_factor), figures.is_at_floor, json_number(figures.common_shift),
      json_number(figures.p_value), json_number(figures.p_needed), figures.watched_nights, nights);
}

std::string verdict_json(const Verdict& verdict) {
  std::string rests_on;
  for (const std::string& id : verdict.rests_on) rests_on += (rests_on.empty() ? "" : ", ") + json_string(id);
  return fmt::format(
      R"(    {{"case": {}, "verdict": {}, "unit": {}, "better": "lower", "rests_on": [{}],
     "change": {}, "change_low": {}, "change_high": {}, "q": {}, "tolerance": {},
     "smallest_detectable_loss": {}, "smallest_failing_loss": {}, "rounds_to_decide": {}, "change_from_anchor": {}, "baseline_nights": {},
     "comparison": {},
     "reasons": {}}})",
      json_string(verdict.case_id), json_string(name_of(verdict.kind)),
      json_string(name_of(verdict.derived.value_or(MetricUnit::seconds))), rests_on, throughput_change(verdict.change),
      throughput_change(verdict.change_high), throughput_change(verdict.change_low), json_number(verdict.q_value),
      json_number(verdict.tolerance), json_number(verdict.smallest_detectable_loss),
      json_number(verdict.smallest_failing_loss), integer(verdict.rounds_to_decide),
      throughput_change(verdict.change_from_anchor), verdict.baseline_nights,
      verdict.comparison ? comparison_json(*verdict.comparison, !verdict.derived) : "null",
      reasons_json(verdict.reasons, "     "));
}

std::string software_json(const GateResult& result) {
  std::string text;
  for (const auto& [name, versions] : result.software_changes) {
    text += fmt::format(R"({}{}: {{"before": {}, "now": {}}})", text.empty() ? "" : ", ", json_string(name),
                        json_string(versions.first), json_string(versions.second));
  }
  return "{" + text + "}";
}

}  // namespace

std::string render_gate_json(const GateResult& result) {
  std::string verdicts;
  for (const Verdict& verdict : result.verdicts) {
    verdicts += (verdicts.empty() ? "\n" : ",\n") + verdict_json(verdict);
  }
  return fmt::format(
      R"({{
  "schema": {},
  "status": {},
  "record": {}, "hardware_key": {}, "suite": {}, "place": {},
  "baseline_file": {}, "baseline_nights": {}, "baseline_first": {}, "baseline_last": {},
  "alpha": {}, "record_is_finished": {},
  "software_changes": {},
  "common": {},
  "verdicts": [{}{}]
}}
)",
      json_string(kGateSchema), static_cast<int>(result.status), json_string(result.record_id),
      json_string(result.hardware_key), json_string(result.suite), json_string(result.place),
      json_string(result.baseline_file), result.baseline_nights, json_string(result.baseline_first),
      json_string(result.baseline_last), json_number(result.alpha), result.record_is_finished, software_json(result),
      reasons_json(result.common, "  "), verdicts, verdicts.empty() ? "" : "\n  ");
}

std::string render_gate_json(const NightVerdict& night) {
  if (night.is_of_one_place()) return render_gate_json(night.places.front().result);
  std::string places;
  for (const PlaceVerdict& place : night.places) {
    std::string text = render_gate_json(place.result);
    text.pop_back();
    places += (places.empty() ? "\n" : ",\n") + text;
  }
  std::string lost;
  for (const LostPlace& place : night.lost) {
    lost += fmt::format("{}\n{{\"place\": {}, {}}}", lost.empty() ? "" : ",", json_string(place.name),
                        error_json(place.error));
  }
  return fmt::format(
      "{{\n\"schema\": {},\n\"status\": {},\n\"missing\": {},\n\"lost\": [{}],\n\"places\": [{}\n]\n}}\n",
      json_string(kGatePlacesSchema), static_cast<int>(night.status()), json_array(night.absent), lost, places);
}

}  // namespace roofgate
