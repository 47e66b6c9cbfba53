#include "bench/report/roofline_json.hpp"

#include <nlohmann/json.hpp>

namespace roofgate {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

template <class Q>
Json json_of(const std::optional<Q>& value) {
  return value ? Json(value->value()) : Json(nullptr);
}

template <class Q>
Json json_of(const Limit<Q>& limit) {
  return {{"value", limit.value.value()}, {"origin", name_of(limit.origin)}, {"source", limit.source}};
}

template <class Q>
Json json_of(const std::optional<Limit<Q>>& limit) {
  return limit ? json_of(*limit) : Json(nullptr);
}

Json json_of(const Roof& roof) {
  Json compute = Json::object();
  for (const auto& [dtype, limit] : roof.compute) compute[std::string{name_of(dtype)}] = json_of(limit);
  return {{"title", roof.title},
          {"compute_flops_per_s", compute},
          {"memory_bytes_per_s", json_of(roof.memory)},
          {"link_per_direction_bytes_per_s", json_of(roof.link)},
          {"launch_s", json_of(roof.launch)},
          {"boost_clock_hz", json_of(roof.boost_clock)},
          {"max_clock_hz", json_of(roof.max_clock)}};
}

Json json_of(const SiblingComparison& comparison) {
  return {{"sibling", comparison.sibling},
          {"ratio", comparison.ratio},
          {"ideal_ratio", json_of(comparison.ideal)},
          {"other_algorithm", comparison.other_algorithm},
          {"text", to_text(comparison)}};
}

Json json_of(const Placement& placement, const Roofline& roofline) {
  const auto rate_if = [&placement](Subject subject) {
    return json_of(placement.subject == subject ? placement.rate : std::nullopt);
  };
  Json marks = Json::array();
  for (const Mark& mark : placement.marks) marks.push_back({{"kind", name_of(mark.kind)}, {"evidence", mark.evidence}});
  Json comparisons = Json::array();
  if (const auto found = roofline.comparisons.find(placement.case_id); found != roofline.comparisons.end()) {
    for (const SiblingComparison& comparison : found->second) comparisons.push_back(json_of(comparison));
  }
  Json implausible = nullptr;
  if (placement.implausible) {
    implausible = {{"rule", placement.implausible->rule},
                   {"sentence", placement.implausible->sentence},
                   {"evidence", placement.implausible->evidence}};
  }
  return {{"id", placement.case_id},
          {"kind", placement.kind},
          {"subject", name_of(placement.subject)},
          {"ranks", placement.ranks},
          {"time_s", json_of(placement.time)},
          {"half_width_95_ratio", json_of(placement.half_width)},
          {"flops_per_s", rate_if(Subject::flops)},
          {"bytes_per_s", rate_if(Subject::bytes)},
          {"algorithm_bytes_per_s", rate_if(Subject::link_bytes)},
          {"bus_bytes_per_s", json_of(placement.bus_rate)},
          {"bound", placement.bound ? Json(name_of(*placement.bound)) : Json(nullptr)},
          {"of_roof_ratio", json_of(placement.of_roof)},
          {"at_clock_ratio", json_of(placement.at_clock)},
          {"of_ceiling_ratio", json_of(placement.of_ceiling)},
          {"clock_hz", json_of(placement.clock)},
          {"cache_resident", placement.cache_resident},
          {"disturbed", placement.disturbed},
          {"implausible", implausible},
          {"marks", marks},
          {"comparisons", comparisons}};
}

}  // namespace

std::string roofline_json(const Record& record, const Roofline& roofline) {
  Json cases = Json::array();
  for (const Placement& placement : roofline.placements) cases.push_back(json_of(placement, roofline));
  Json caveats = Json::array();
  for (const Caveat& caveat : roofline.caveats) {
    caveats.push_back({{"rule", caveat.rule}, {"sentence", caveat.sentence}});
  }
  const Json root{{"schema", "roofgate.roofline/1"},
                  {"record_id", record.id},
                  {"backend", record.environment.backend},
                  {"device_roof", roofline.roofs.device ? json_of(*roofline.roofs.device) : Json(nullptr)},
                  {"measured_roof", json_of(roofline.roofs.measured)},
                  {"caveats", caveats},
                  {"cases", cases}};
  // A record's text may hold any bytes; what is not UTF-8 becomes the replacement character.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace roofgate
