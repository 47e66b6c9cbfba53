#include "bench/roofgate/dump_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bench/telemetry/sample_summary.hpp"
#include "bench/telemetry_dump/device_summary.hpp"

namespace roofgate {
namespace {

std::string utilisation_of(const WatchedDevice& device) {
  std::vector<Ratio> seen;
  for (const DeviceSample& sample : device.samples) {
    if (sample.utilisation) seen.push_back(*sample.utilisation);
  }
  const auto middle = median_of(seen);
  return middle ? fmt::format("{:.0f} %", 100.0 * middle->value()) : "-";
}

std::string clock_of(const WatchedDevice& device, const TelemetrySummary& summary) {
  if (!summary.clock_median) return "-";
  std::optional<Hertz> most;
  for (const DeviceSample& sample : device.samples) {
    if (sample.max_clock) most = std::max(most.value_or(Hertz{}), *sample.max_clock);
  }
  const std::string clock = fmt::format("{:.0f}", summary.clock_median->value() / 1e6);
  return most ? fmt::format("{} of {:.0f} MHz", clock, most->value() / 1e6) : clock + " MHz";
}

std::string power_of(const TelemetrySummary& summary) {
  if (!summary.power_median) return "-";
  const std::string power = fmt::format("{:.0f}", summary.power_median->value());
  return summary.power_limit ? fmt::format("{} of {:.0f} W", power, summary.power_limit->value()) : power + " W";
}

Table devices_of(const TelemetryDump& dump) {
  Table table{"devices",
              {{"device"},
               {"samples", Align::right},
               {"busy", Align::right},
               {"clock", Align::right},
               {"power", Align::right},
               {"hottest", Align::right},
               {"clock reasons"}},
              {}};
  for (const WatchedDevice& device : dump.devices) {
    const TelemetrySummary summary = summarise(device.samples);
    const auto& reasons = summary.clock_event_reasons;
    table.rows.push_back(
        {{title_of(device)},
         {fmt::format("{}", device.samples.size())},
         {utilisation_of(device)},
         {clock_of(device, summary)},
         {power_of(summary)},
         {summary.temperature_max ? fmt::format("{:.0f} degC", summary.temperature_max->value()) : "-"},
         {reasons.empty() ? "-" : fmt::format("{}", fmt::join(reasons, ", "))}});
  }
  return table;
}

void append(Document& document, const std::vector<Finding>& findings, Gravity gravity, const char* word, Tone tone) {
  for (const Finding& finding : findings) {
    if (finding.gravity != gravity) continue;
    document.blocks.emplace_back(Paragraph{fmt::format("{}  {}", word, finding.what), tone});
    document.blocks.emplace_back(Detail{finding.advice});
  }
}

}  // namespace

Document dump_document(const TelemetryDump& dump, const std::vector<Finding>& findings,
                       const std::vector<std::string>& untold) {
  Document document;
  document.blocks.emplace_back(
      Paragraph{fmt::format("taken for {}{}; {}", dump.taken_for, dump.driver.empty() ? "" : ", driver " + dump.driver,
                            dump.remarks.summary())});
  for (const Remark& remark : dump.remarks.all()) {
    document.blocks.emplace_back(Detail{to_string(remark)});
  }
  document.blocks.emplace_back(devices_of(dump));
  append(document, findings, Gravity::blocker, "STOP", Tone::bad);
  append(document, findings, Gravity::warning, "WARNING", Tone::doubtful);
  append(document, findings, Gravity::note, "note", Tone::quiet);
  const bool spoils = std::any_of(findings.begin(), findings.end(),
                                  [](const Finding& finding) { return finding.gravity == Gravity::blocker; });
  for (const std::string& text : untold) {
    document.blocks.emplace_back(Paragraph{"cannot tell  " + text, Tone::doubtful});
  }
  if (!untold.empty()) {
    document.blocks.emplace_back(
        Detail{"take the dump with them: nvidia-smi --query-gpu=timestamp,index,name,uuid,clocks.sm,clocks.max.sm,"
               "power.draw,power.limit,utilization.gpu,temperature.gpu,clocks_event_reasons.active --format=csv -l 1"});
  }
  if (spoils) {
    document.blocks.emplace_back(
        Paragraph{"what was measured at these moments cannot be trusted: see STOP above", Tone::bad});
  } else if (!untold.empty()) {
    document.blocks.emplace_back(Paragraph{"whether a measurement was spoilt cannot be told from it", Tone::doubtful});
  } else {
    document.blocks.emplace_back(Paragraph{"nothing in it says that a measurement was spoilt"});
  }
  return document;
}

}  // namespace roofgate
