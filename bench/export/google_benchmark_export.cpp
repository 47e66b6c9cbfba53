#include "bench/export/google_benchmark_export.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/export/exported_case.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNanosecondsPerSecond = 1e9;

Json context_of(const Record& record) {
  const CpuInfo& cpu = record.environment.cpu;
  return {{"date", record.started_at},
          {"host_name", record.environment.host.name},
          {"executable", fmt::format("roofgate {}", record.tool.version)},
          {"num_cpus", cpu.threads},
          {"mhz_per_cpu", 0},
          {"cpu_scaling_enabled", false},
          {"caches", Json::array()},
          {"load_avg", Json::array()},
          {"library_build_type", record.tool.build_type == "Release" ? "release" : "debug"},
          {"json_schema_version", 1},
          {"roofgate_record", record.id},
          {"roofgate_suite", record.suite},
          {"roofgate_hardware", hardware_key(record.environment)}};
}

std::string evidence_of(const Round& round) {
  std::string text;
  for (const Mark& mark : round.marks) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", name_of(mark.kind), mark.evidence);
  }
  return text.empty() ? "not measured" : text;
}

void add_rates(Json& entry, const Work& work, double time_s) {
  if (work.bytes() > Bytes{}) entry["bytes_per_second"] = work.bytes().value() / time_s;
  if (work.flops > Flops{}) entry["flops_per_second"] = work.flops.value() / time_s;
  if (work.link_bytes > Bytes{}) entry["link_bytes_per_second"] = work.link_bytes.value() / time_s;
}

Json entry_of(const Case& measured, const Round& round, std::size_t family) {
  const bool usable = round.marks.empty() && !round.time_s.empty();
  const double time_s = usable ? round_location(round.time_s) : 0.0;
  Json entry = {{"name", measured.id},
                {"family_index", family},
                {"per_family_instance_index", 0},
                {"run_name", measured.id},
                {"run_type", "iteration"},
                {"repetitions", measured.rounds.size()},
                {"repetition_index", round.index},
                {"threads", 1}};
  if (!usable) {
    entry["error_occurred"] = true;
    entry["error_message"] = evidence_of(round);
  }
  entry["iterations"] = static_cast<double>(round.time_s.size()) * round.iterations_per_sample;
  // There is no second clock: the time is the device's or the slowest rank's, and compare.py divides by both fields.
  entry["real_time"] = time_s * kNanosecondsPerSecond;
  entry["cpu_time"] = time_s * kNanosecondsPerSecond;
  entry["time_unit"] = "ns";
  if (usable) add_rates(entry, measured.work, time_s);
  return entry;
}

}  // namespace

Exported write_google_benchmark(const Record& record) {
  Exported exported;
  LeftOut left_out;
  Json entries = Json::array();
  for (const Case& measured : record.cases) {
    if (measured.metric) {
      left_out.add("no time, which the format needs");
      continue;
    }
    const auto usable = exported_case(measured, left_out);
    for (const Round& round : measured.rounds) entries.push_back(entry_of(measured, round, exported.cases));
    if (usable) ++exported.cases;
  }
  const Json root = {{"context", context_of(record)}, {"benchmarks", std::move(entries)}};
  exported.text = root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  exported.left_out = left_out.lines();
  return exported;
}

}  // namespace roofgate
