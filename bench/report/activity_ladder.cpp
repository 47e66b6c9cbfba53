#include "bench/report/activity_ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

// A rung that reads less than half of the one above it does not follow from it. Device counters are means over a window
// that has edges, so smaller differences say nothing.
constexpr double kHalf = 0.5;
constexpr double kResident = 0.9;  // a kernel was there practically all the time
// An idle H200 or H100 draws about a tenth of its limit; work that keeps memory or tensor pipes busy draws well over
// half of it.
constexpr double kAlive = 0.3;

template <class T, class Take>
std::optional<T> median_over(const Case& measured, Take take) {
  std::vector<T> values;
  for (const Round& round : measured.rounds) {
    if (const std::optional<T> value = take(round.telemetry)) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

template <class T>
std::optional<T> median_of_rung(const Case& measured, std::optional<T> Activity::*rung) {
  return median_over<T>(measured, [rung](const TelemetrySummary& seen) {
    return seen.activity ? (*seen.activity).*rung : std::optional<T>{};
  });
}

std::optional<Ratio> power_share(const ActivityLadder& ladder) {
  if (!ladder.power || !ladder.power_limit || *ladder.power_limit <= Watts{}) return std::nullopt;
  return *ladder.power / *ladder.power_limit;
}

bool is_under_half(const std::optional<Ratio>& rung, const std::optional<Ratio>& above) {
  return rung && above && *rung < *above * kHalf;
}

std::string percent(const std::optional<Ratio>& share) { return share ? format_percent(*share) : "not available"; }

/// Who counted: `first` is whether a kernel was resident, which NVML says without counters too.
std::string source_text(const std::string& source, bool has_value, bool first = false) {
  if (!has_value) return "-";
  if (source == "nvml_gpm") return "GPM";
  if (source == "nvml" || (source == "nvml+dcgm" && first)) return "NVML";
  if (source == "dcgm" || source == "nvml+dcgm") return "DCGM";
  return source;
}

std::string power_text(const ActivityLadder& ladder) {
  if (!ladder.power) return "not available";
  if (!ladder.power_limit) return fmt::format("{:.0f} W", ladder.power->value());
  return fmt::format("{:.0f} of {:.0f} W", ladder.power->value(), ladder.power_limit->value());
}

}  // namespace

ActivityLadder activity_ladder(const Case& measured) {
  ActivityLadder ladder;
  for (const Round& round : measured.rounds) {
    if (!round.telemetry.activity) continue;
    // One round that saw more names the source.
    const std::string& source = round.telemetry.activity->source;
    if (source.size() > ladder.activity.source.size()) ladder.activity.source = source;
  }
  ladder.activity.kernel_resident = median_of_rung(measured, &Activity::kernel_resident);
  ladder.activity.sm_active = median_of_rung(measured, &Activity::sm_active);
  ladder.activity.sm_occupancy = median_of_rung(measured, &Activity::sm_occupancy);
  ladder.activity.dram_busy = median_of_rung(measured, &Activity::dram_busy);
  ladder.activity.tensor_busy = median_of_rung(measured, &Activity::tensor_busy);
  ladder.activity.nvlink = median_of_rung(measured, &Activity::nvlink);
  ladder.power = median_over<Watts>(measured, [](const TelemetrySummary& seen) { return seen.power_median; });
  ladder.power_limit = median_over<Watts>(measured, [](const TelemetrySummary& seen) { return seen.power_limit; });
  ladder.sampling_cost = median_over<Ratio>(measured, [](const TelemetrySummary& seen) -> std::optional<Ratio> {
    if (!seen.sampling_cost || !seen.window || *seen.window <= Seconds{}) return std::nullopt;
    return *seen.sampling_cost / *seen.window;
  });
  return ladder;
}

std::string disagreement(const ActivityLadder& ladder, Subject subject) {
  const Activity& seen = ladder.activity;
  const std::optional<Ratio> power = power_share(ladder);
  const bool is_resident = seen.kernel_resident && *seen.kernel_resident >= Ratio{kResident};
  if (is_resident && is_under_half(seen.sm_active, seen.kernel_resident)) {
    return fmt::format(
        "SM active disagrees: a kernel was resident {} of the time, but {} of the multiprocessors had work. A grid "
        "that is too small does this, and a rank that spins in a dead collective.",
        percent(seen.kernel_resident), percent(seen.sm_active));
  }
  if (is_resident && subject != Subject::latency && power && *power < Ratio{kAlive}) {
    return fmt::format(
        "Power disagrees: a kernel was resident {} of the time, but the device drew {} of its limit. It waited more "
        "than it worked.",
        percent(seen.kernel_resident), percent(power));
  }
  if (subject == Subject::flops && is_under_half(seen.tensor_busy, seen.sm_active)) {
    return fmt::format(
        "The tensor pipe disagrees: the multiprocessors had work {} of the time, the tensor pipe {}. The arithmetic "
        "waits for operands, or does not use the tensor pipe.",
        percent(seen.sm_active), percent(seen.tensor_busy));
  }
  if (subject == Subject::bytes && is_under_half(seen.dram_busy, seen.sm_active)) {
    return fmt::format(
        "DRAM disagrees: the multiprocessors had work {} of the time, the memory {}. The data came from a cache, or "
        "too few accesses were in flight.",
        percent(seen.sm_active), percent(seen.dram_busy));
  }
  return {};
}

void append_activity(Document& document, const Case& measured) {
  const ActivityLadder ladder = activity_ladder(measured);
  const Activity& seen = ladder.activity;
  if (seen.source.empty()) return;
  Table table{"activity",
              {{"rung", Align::left}, {"value", Align::right}, {"source", Align::left}, {"what it says", Align::left}},
              {}};
  const auto add = [&](const char* rung, const std::string& value, const std::string& source, const char* meaning) {
    table.rows.push_back({{rung}, {value}, {source}, {meaning}});
  };
  const auto add_share = [&](const char* rung, const std::optional<Ratio>& share, const char* meaning) {
    add(rung, percent(share), source_text(seen.source, share.has_value()), meaning);
  };
  add("kernel resident", percent(seen.kernel_resident),
      source_text(seen.source, seen.kernel_resident.has_value(), true),
      "any kernel was there: a spinning one counts in full");
  add("power", power_text(ladder), ladder.power ? "power meter" : "-",
      "the liveness signal: waiting draws little, work much");
  add_share("SM active", seen.sm_active, "multiprocessors that had a warp");
  add_share("SM occupancy", seen.sm_occupancy, "warps that were resident, of what fits");
  add_share("DRAM busy", seen.dram_busy, "of the memory's bandwidth");
  add_share("tensor pipe busy", seen.tensor_busy, "of the tensor pipes' time");
  add("NVLink", seen.nvlink ? format(*seen.nvlink) : "not available", source_text(seen.source, seen.nvlink.has_value()),
      "both directions");
  document.blocks.emplace_back(Heading{"How busy the device was"});
  document.blocks.emplace_back(std::move(table));
  const std::string wrong = disagreement(ladder, measured.work.subject);
  document.blocks.emplace_back(
      Paragraph{wrong.empty() ? "No rung that was read disagrees with those above it." : wrong});
  if (ladder.sampling_cost) {
    document.blocks.emplace_back(Paragraph{fmt::format("Asking the driver took {} of the time, on a thread of its own.",
                                                       format_percent(*ladder.sampling_cost))});
  }
}

}  // namespace roofgate
