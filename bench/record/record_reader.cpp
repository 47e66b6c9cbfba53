#include <fmt/format.h>

#include <limits>

#include "bench/record/atomic_file.hpp"
#include "bench/record/environment_json.hpp"
#include "bench/record/json_fields.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/record_rules.hpp"

namespace roofgate {
namespace {

constexpr double kAny = std::numeric_limits<double>::lowest();

template <class Q>
std::optional<Q> quantity_of(std::optional<double> value) {
  return value ? std::optional<Q>{Q{*value}} : std::nullopt;
}

Activity read_activity(JsonFields& fields) {
  Activity activity;
  activity.source = fields.text("source");
  activity.kernel_resident = quantity_of<Ratio>(fields.number_or_null("kernel_resident_ratio", 0.0));
  activity.sm_active = quantity_of<Ratio>(fields.number_or_null("sm_active_ratio", 0.0));
  activity.sm_occupancy = quantity_of<Ratio>(fields.number_or_null("sm_occupancy_ratio", 0.0));
  activity.dram_busy = quantity_of<Ratio>(fields.number_or_null("dram_busy_ratio", 0.0));
  activity.tensor_busy = quantity_of<Ratio>(fields.number_or_null("tensor_busy_ratio", 0.0));
  activity.nvlink = quantity_of<BytesPerSecond>(fields.number_or_null("nvlink_bytes_per_s", 0.0));
  return activity;
}

TelemetrySummary read_telemetry(JsonFields& fields) {
  TelemetrySummary seen;
  seen.window = quantity_of<Seconds>(fields.number_or_null("window_s", 0.0));
  seen.clock_min = quantity_of<Hertz>(fields.number_or_null("clock_hz_min", 0.0));
  seen.clock_median = quantity_of<Hertz>(fields.number_or_null("clock_hz_median", 0.0));
  seen.clock_max = quantity_of<Hertz>(fields.number_or_null("clock_hz_max", 0.0));
  seen.memory_clock_median = quantity_of<Hertz>(fields.number_or_null("memory_clock_hz_median", 0.0));
  seen.power_median = quantity_of<Watts>(fields.number_or_null("power_w_median", 0.0));
  seen.power_max = quantity_of<Watts>(fields.number_or_null("power_w_max", 0.0));
  seen.power_limit = quantity_of<Watts>(fields.number_or_null("power_limit_w", 0.0));
  seen.temperature_max = quantity_of<Celsius>(fields.number_or_null("temperature_celsius_max", kAny));
  seen.steal = quantity_of<Ratio>(fields.number_or_null("steal_ratio", 0.0));
  seen.pressure = quantity_of<Ratio>(fields.number_or_null("pressure_ratio", 0.0));
  seen.involuntary_switches = fields.number_or_null("involuntary_switches", 0.0);
  seen.foreign_load = quantity_of<Ratio>(fields.number_or_null("foreign_load_ratio", 0.0));
  seen.run_delay = quantity_of<Ratio>(fields.number_or_null("run_delay_ratio", 0.0));
  seen.quota_throttled = quantity_of<Ratio>(fields.number_or_null("quota_throttled_ratio", 0.0));
  seen.thermal_events = fields.number_or_null("thermal_events", 0.0);
  seen.clock_event_reasons = fields.texts("clock_event_reasons");
  seen.ecc_errors = fields.number_or_null("ecc_errors", 0.0);
  seen.foreign_processes = fields.number_or_null("foreign_processes", 0.0);
  seen.sample_count = fields.number("sample_count", 0.0);
  if (fields.has("activity")) {
    fields.object("activity", [&](JsonFields& inner) { seen.activity = read_activity(inner); });
  }
  if (fields.has("clock_hz_rated")) seen.clock_rated = Hertz{fields.number("clock_hz_rated", 0.0)};
  if (fields.has("sampling_cost_s")) seen.sampling_cost = Seconds{fields.number("sampling_cost_s", 0.0)};
  return seen;
}

Mark read_mark(JsonFields& fields) {
  Mark mark;
  mark.kind = static_cast<MarkKind>(
      fields.choice("kind", {name_of(MarkKind::throttled), name_of(MarkKind::contended), name_of(MarkKind::unstable),
                             name_of(MarkKind::wrong_result), name_of(MarkKind::skipped), name_of(MarkKind::error),
                             name_of(MarkKind::oversubscribed)}));
  mark.evidence = fields.text("evidence");
  return mark;
}

Round read_round(JsonFields& fields) {
  Round round;
  round.index = fields.integer("index", 0);
  round.position = fields.integer("position", 0);
  round.started_at = fields.text("started_at");
  round.world_size = fields.integer("world_size", 1);
  if (fields.has("world")) round.world = fields.integer_or_null("world", 0);
  round.iterations_per_sample = fields.number("iterations_per_sample", 1.0);
  round.stop =
      static_cast<StopReason>(fields.choice("stop", {name_of(StopReason::converged), name_of(StopReason::time_limit),
                                                     name_of(StopReason::sample_limit), name_of(StopReason::not_run)}));
  round.interval_half_width = fields.number_or_null("interval_half_width_ratio", 0.0);
  round.warmup_s = fields.number("warmup_s", 0.0);
  round.check_worst_error = fields.number_or_null("check_worst_error", 0.0);
  round.algorithm = fields.text_map("algorithm");
  fields.object("telemetry", [&](JsonFields& inner) { round.telemetry = read_telemetry(inner); });
  fields.objects("marks", [&](JsonFields& inner) { round.marks.push_back(read_mark(inner)); });
  round.rank_time_s = fields.number_rows("rank_time_s");
  round.time_s = fields.numbers("time_s");
  return round;
}

PlacedWorld read_world(JsonFields& fields) {
  PlacedWorld world;
  world.launcher = fields.text("launcher");
  world.nodes = fields.integer("nodes", 1);
  world.oversubscribed = fields.boolean("oversubscribed");
  fields.objects("ranks", [&](JsonFields& inner) {
    RankPlacement& rank = world.ranks.emplace_back();
    rank.node = inner.text("node");
    rank.cpus = inner.text("cpus");
    rank.device = inner.integer_or_null("device", 0);
    rank.numa = inner.integer_or_null("numa", 0);
    rank.nic = inner.text("nic");
  });
  return world;
}

Work read_work(JsonFields& fields) {
  Work work;
  work.flops = Flops{fields.number("flops", 0.0)};
  work.bytes_read = Bytes{fields.number("bytes_read", 0.0)};
  work.bytes_written = Bytes{fields.number("bytes_written", 0.0)};
  work.link_bytes = Bytes{fields.number("link_bytes", 0.0)};
  work.working_set = Bytes{fields.number("working_set_bytes", 0.0)};
  work.subject =
      static_cast<Subject>(fields.choice("subject", {name_of(Subject::flops), name_of(Subject::bytes),
                                                     name_of(Subject::link_bytes), name_of(Subject::latency)}));
  return work;
}

std::map<std::string, ParameterValue> read_parameters(JsonFields& fields) {
  std::map<std::string, ParameterValue> parameters;
  fields.members("parameters", [&](const std::string& name, JsonNode& node, const std::string& place) {
    if (const auto* number = std::get_if<double>(&node.value)) {
      parameters.emplace(name, *number);
    } else if (const auto* truth = std::get_if<bool>(&node.value)) {
      parameters.emplace(name, *truth);
    } else if (const auto* text = std::get_if<std::string>(&node.value)) {
      parameters.emplace(name, *text);
    } else {
      fields.mistake_at(place, fmt::format("is {}, not a number, text or boolean", type_of(node)));
    }
  });
  return parameters;
}

Case read_case(JsonFields& fields) {
  Case measured;
  measured.id = fields.text("id");
  measured.kind = fields.text("kind");
  measured.parameters = read_parameters(fields);
  measured.definition = fields.text("definition");
  fields.object("work", [&](JsonFields& inner) { measured.work = read_work(inner); });
  measured.better = fields.choice("better", {"lower", "higher"}) == 0 ? Better::lower : Better::higher;
  if (fields.has("metric")) {
    fields.object("metric", [&](JsonFields& inner) {
      measured.metric = Metric{inner.text("name"), inner.text("unit")};
    });
  }
  fields.objects("rounds", [&](JsonFields& inner) { measured.rounds.push_back(read_round(inner)); });
  return measured;
}

Provenance read_provenance(JsonFields& fields) {
  Provenance imported;
  imported.format = fields.text("format");
  imported.tool = fields.text("tool");
  imported.file = fields.text("file");
  imported.content = fields.text("content");
  imported.sample = fields.text("sample");
  imported.dated_by = fields.text("dated_by");
  return imported;
}

Record read_fields(JsonFields& fields) {
  Record record;
  fields.skip("schema");
  record.id = fields.text("id");
  record.started_at = fields.text("started_at");
  record.finished_at = fields.text_or_empty("finished_at");
  fields.object("tool", [&](JsonFields& inner) {
    record.tool = {inner.text("version"), inner.text("git_revision"), inner.text("build_type")};
  });
  if (fields.has("imported")) {
    fields.object("imported", [&](JsonFields& inner) { record.imported = read_provenance(inner); });
  }
  fields.object("environment", [&](JsonFields& inner) { record.environment = read_environment(inner); });
  record.suite = fields.text("suite");
  record.rounds_planned = fields.integer("rounds_planned", 1);
  record.notes = fields.text_map("notes");
  if (fields.has("worlds")) {
    fields.objects("worlds", [&](JsonFields& inner) { record.worlds.push_back(read_world(inner)); });
  }
  fields.objects("cases", [&](JsonFields& inner) { record.cases.push_back(read_case(inner)); });
  return record;
}

}  // namespace

Result<Record> parse_record(std::string_view text, std::string_view source) {
  auto root = parse_json(text, source);
  if (!root) return fail(root.error());
  if (auto known = check_schema(*root, kRecordSchema, source); !known) return fail(known.error());
  JsonMistakes mistakes{source};
  JsonFields fields{mistakes, *root, ""};
  Record record = read_fields(fields);
  fields.finish();
  if (mistakes.first()) return fail(*mistakes.first());
  if (const auto broken = first_broken_rule(record)) {
    return fail(ErrorKind::input, broken->what, std::string{source} + ": " + broken->place, broken->hint);
  }
  return record;
}

Result<Record> read_record(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) return fail(text.error());
  return parse_record(*text, file.string());
}

}  // namespace roofgate
