#include <fmt/format.h>

#include <optional>
#include <span>

#include "bench/record/atomic_file.hpp"
#include "bench/record/environment_json.hpp"
#include "bench/record/json_text.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/record_rules.hpp"

namespace roofgate {
namespace {

template <class Q>
std::string number_of(const std::optional<Q>& quantity) {
  return quantity ? json_number(quantity->value()) : "null";
}

std::string number_or_null(std::optional<int> number) { return number ? fmt::format("{}", *number) : "null"; }

/// "[…]" with each item on its own line after `margin`, or "[]".
std::string lines_of(const std::vector<std::string>& items, std::string_view margin) {
  if (items.empty()) return "[]";
  std::string text = "[\n";
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += margin;
    text += "  ";
    text += items[i];
    text += i + 1 < items.size() ? ",\n" : "\n";
  }
  text += margin;
  return text + "]";
}

std::string activity_to_json(const Activity& activity) {
  return fmt::format(R"({{"source": {}, "kernel_resident_ratio": {}, "sm_active_ratio": {}, "sm_occupancy_ratio": {}, )"
                     R"("dram_busy_ratio": {}, "tensor_busy_ratio": {}, "nvlink_bytes_per_s": {}}})",
                     json_string(activity.source), number_of(activity.kernel_resident), number_of(activity.sm_active),
                     number_of(activity.sm_occupancy), number_of(activity.dram_busy), number_of(activity.tensor_busy),
                     number_of(activity.nvlink));
}

std::string telemetry_to_json(const TelemetrySummary& seen) {
  std::string text = "{";
  const auto add = [&text](std::string_view key, const std::string& value) {
    text += fmt::format(R"({}"{}": {})", text.size() > 1 ? ", " : "", key, value);
  };
  add("window_s", number_of(seen.window));
  add("clock_hz_min", number_of(seen.clock_min));
  add("clock_hz_median", number_of(seen.clock_median));
  add("clock_hz_max", number_of(seen.clock_max));
  add("memory_clock_hz_median", number_of(seen.memory_clock_median));
  add("power_w_median", number_of(seen.power_median));
  add("power_w_max", number_of(seen.power_max));
  add("power_limit_w", number_of(seen.power_limit));
  add("temperature_celsius_max", number_of(seen.temperature_max));
  add("steal_ratio", number_of(seen.steal));
  add("pressure_ratio", number_of(seen.pressure));
  add("involuntary_switches", json_number(seen.involuntary_switches));
  add("foreign_load_ratio", number_of(seen.foreign_load));
  add("run_delay_ratio", number_of(seen.run_delay));
  add("quota_throttled_ratio", number_of(seen.quota_throttled));
  add("thermal_events", json_number(seen.thermal_events));
  add("clock_event_reasons", json_array(seen.clock_event_reasons));
  add("ecc_errors", json_number(seen.ecc_errors));
  add("foreign_processes", json_number(seen.foreign_processes));
  add("sample_count", json_number(seen.sample_count));
  if (seen.activity) add("activity", activity_to_json(*seen.activity));
  if (seen.clock_rated) add("clock_hz_rated", number_of(seen.clock_rated));
  if (seen.sampling_cost) add("sampling_cost_s", number_of(seen.sampling_cost));
  return text + "}";
}

std::string marks_to_json(std::span<const Mark> marks, std::string_view margin) {
  std::vector<std::string> lines;
  lines.reserve(marks.size());
  for (const Mark& mark : marks) {
    lines.push_back(fmt::format(R"({{"kind": "{}", "evidence": {}}})", name_of(mark.kind), json_string(mark.evidence)));
  }
  return lines_of(lines, margin);
}

std::string round_to_json(const Round& round) {
  constexpr std::string_view kMargin = "          ";
  std::vector<std::string> ranks;
  ranks.reserve(round.rank_time_s.size());
  for (const auto& times : round.rank_time_s) ranks.push_back(json_array(times));

  std::string text = fmt::format(R"({{"index": {}, "position": {}, "started_at": {}, "world_size": {}, "world": {}, )"
                                 R"("iterations_per_sample": {}, )",
                                 round.index, round.position, json_string(round.started_at), round.world_size,
                                 number_or_null(round.world), json_number(round.iterations_per_sample));
  text += fmt::format(R"("stop": "{}", "interval_half_width_ratio": {}, "warmup_s": {}, "check_worst_error": {},)",
                      name_of(round.stop), json_number(round.interval_half_width), json_number(round.warmup_s),
                      json_number(round.check_worst_error));
  text += fmt::format("\n{}\"algorithm\": {},", kMargin, json_object(round.algorithm));
  text += fmt::format("\n{}\"telemetry\": {},", kMargin, telemetry_to_json(round.telemetry));
  text += fmt::format("\n{}\"marks\": {},", kMargin, marks_to_json(round.marks, kMargin));
  text += fmt::format("\n{}\"rank_time_s\": {},", kMargin, lines_of(ranks, kMargin));
  text += fmt::format("\n{}\"time_s\": {}}}", kMargin, json_array(round.time_s));
  return text;
}

std::string parameters_to_json(const std::map<std::string, ParameterValue>& parameters) {
  std::string text = "{";
  for (const auto& [name, value] : parameters) {
    if (text.size() > 1) text += ", ";
    text += json_string(name) + ": ";
    if (const auto* number = std::get_if<double>(&value)) {
      text += json_number(*number);
    } else if (const auto* words = std::get_if<std::string>(&value)) {
      text += json_string(*words);
    } else {
      text += std::get<bool>(value) ? "true" : "false";
    }
  }
  return text + "}";
}

std::string work_to_json(const Work& work) {
  return fmt::format(
      R"({{"flops": {}, "bytes_read": {}, "bytes_written": {}, "link_bytes": {}, "working_set_bytes": {}, )"
      R"("subject": "{}"}})",
      json_number(work.flops.value()), json_number(work.bytes_read.value()), json_number(work.bytes_written.value()),
      json_number(work.link_bytes.value()), json_number(work.working_set.value()), name_of(work.subject));
}

std::string world_to_json(const PlacedWorld& world) {
  std::vector<std::string> ranks;
  ranks.reserve(world.ranks.size());
  for (const RankPlacement& rank : world.ranks) {
    ranks.push_back(fmt::format(R"({{"node": {}, "cpus": {}, "device": {}, "numa": {}, "nic": {}}})",
                                json_string(rank.node), json_string(rank.cpus), number_or_null(rank.device),
                                number_or_null(rank.numa), json_string(rank.nic)));
  }
  return fmt::format(R"({{"launcher": {}, "nodes": {}, "oversubscribed": {}, "ranks": {}}})",
                     json_string(world.launcher), world.nodes, world.oversubscribed, lines_of(ranks, "    "));
}

std::string provenance_to_json(const Provenance& imported) {
  return fmt::format(R"({{"format": {}, "tool": {}, "file": {}, "content": {}, "sample": {}, "dated_by": {}}})",
                     json_string(imported.format), json_string(imported.tool), json_string(imported.file),
                     json_string(imported.content), json_string(imported.sample), json_string(imported.dated_by));
}

std::string case_to_json(const Case& measured) {
  std::vector<std::string> rounds;
  rounds.reserve(measured.rounds.size());
  for (const Round& round : measured.rounds) rounds.push_back(round_to_json(round));
  std::string text = fmt::format("{{\n      \"id\": {},", json_string(measured.id));
  text += fmt::format("\n      \"kind\": {},", json_string(measured.kind));
  text += fmt::format("\n      \"parameters\": {},", parameters_to_json(measured.parameters));
  text += fmt::format("\n      \"definition\": {},", json_string(measured.definition));
  text += fmt::format("\n      \"work\": {},", work_to_json(measured.work));
  text += fmt::format("\n      \"better\": \"{}\",", measured.better == Better::lower ? "lower" : "higher");
  if (measured.metric) {
    text += fmt::format("\n      \"metric\": {{\"name\": {}, \"unit\": {}}},", json_string(measured.metric->name),
                        json_string(measured.metric->unit));
  }
  text += fmt::format("\n      \"rounds\": {}\n    }}", lines_of(rounds, "      "));
  return text;
}

}  // namespace

std::string to_json_text(const Record& record) {
  std::vector<std::string> cases;
  cases.reserve(record.cases.size());
  for (const Case& measured : record.cases) cases.push_back(case_to_json(measured));
  std::string text = fmt::format("{{\n  \"schema\": \"{}\",", kRecordSchema);
  text += fmt::format("\n  \"id\": {},", json_string(record.id));
  text += fmt::format("\n  \"started_at\": {},", json_string(record.started_at));
  text +=
      fmt::format("\n  \"finished_at\": {},", record.finished_at.empty() ? "null" : json_string(record.finished_at));
  text += fmt::format("\n  \"tool\": {{\"version\": {}, \"git_revision\": {}, \"build_type\": {}}},",
                      json_string(record.tool.version), json_string(record.tool.git_revision),
                      json_string(record.tool.build_type));
  if (record.imported) text += fmt::format("\n  \"imported\": {},", provenance_to_json(*record.imported));
  text += fmt::format("\n  \"environment\": {},", environment_to_json(record.environment, 2));
  text += fmt::format("\n  \"suite\": {},", json_string(record.suite));
  text += fmt::format("\n  \"rounds_planned\": {},", record.rounds_planned);
  text += fmt::format("\n  \"notes\": {},", json_object(record.notes));
  std::vector<std::string> worlds;
  worlds.reserve(record.worlds.size());
  for (const PlacedWorld& world : record.worlds) worlds.push_back(world_to_json(world));
  text += fmt::format("\n  \"worlds\": {},", lines_of(worlds, "  "));
  text += fmt::format("\n  \"cases\": {}\n}}\n", lines_of(cases, "  "));
  return text;
}

Result<void> write_record(const Record& record, const std::filesystem::path& file) {
  if (const auto broken = first_broken_rule(record)) {
    return fail(ErrorKind::internal, "record not written: " + broken->what, file.string() + ": " + broken->place,
                broken->hint);
  }
  return replace_file(file, to_json_text(record));
}

}  // namespace roofgate
