#include "bench/report/peaks_document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/report/format.hpp"
#include "bench/roofline/roof.hpp"

namespace roofgate {
namespace {

std::string value_text(PeakFigure figure, double value) {
  switch (figure) {
    case PeakFigure::bf16_flops:
    case PeakFigure::fp16_flops:
    case PeakFigure::tf32_flops:
    case PeakFigure::fp8_flops:
    case PeakFigure::fp32_flops:
      return format(FlopsPerSecond{value});
    case PeakFigure::memory_bandwidth:
    case PeakFigure::link_per_direction:
    case PeakFigure::link_bidirectional:
      return format(BytesPerSecond{value});
    case PeakFigure::l2:
      return format(Bytes{value});
    case PeakFigure::boost_clock:
      return format(Hertz{value});
    case PeakFigure::multiprocessors:
    case PeakFigure::bf16_fma:
      break;
  }
  return fmt::format("{:.0f}", value);
}

Cell value_cell(const DevicePeaks& device, PeakFigure figure) {
  const auto value = device.value(figure);
  return value ? Cell{value_text(figure, *value), Tone::plain, *value} : Cell{"-"};
}

const FigureTraits* traits_with(const std::string& key) {
  const auto* found =
      std::find_if(kFigures.begin(), kFigures.end(), [&key](const FigureTraits& traits) { return traits.key == key; });
  return found == kFigures.end() ? nullptr : found;
}

std::string title_of(const std::string& key) {
  const FigureTraits* traits = traits_with(key);
  return traits == nullptr ? key : std::string{traits->title};
}

Cell value_of(const LintFinding& finding) {
  const FigureTraits* traits = traits_with(finding.figure);
  const auto value = finding.values.find("value");
  if (traits == nullptr || value == finding.values.end()) return {"-"};
  return {value_text(traits->figure, value->second), Tone::plain, value->second};
}

std::string with_reason(const std::string& text, const std::string& reason) {
  return reason.empty() ? text : fmt::format("{}: {}", text, reason);
}

template <class Q>
std::string limit_text(const std::optional<Limit<Q>>& limit) {
  return limit ? fmt::format("{} {}", format(limit->value), name_of(limit->origin)) : "unknown";
}

}  // namespace

Document peaks_list(const PeaksDb& db) {
  constexpr std::array kShown{
      PeakFigure::bf16_flops, PeakFigure::fp16_flops,      PeakFigure::fp32_flops,  PeakFigure::memory_bandwidth,
      PeakFigure::l2,         PeakFigure::multiprocessors, PeakFigure::boost_clock, PeakFigure::link_per_direction};
  Table table{"peaks", {{"device"}}, {}};
  for (const PeakFigure figure : kShown) {
    const FigureTraits& traits = traits_of(figure);
    table.columns.push_back({std::string{traits.title}, Align::right, std::string{traits.key}});
  }
  for (const DevicePeaks& device : db.devices) {
    std::vector<Cell> row{{device.id}};
    for (const PeakFigure figure : kShown) row.push_back(value_cell(device, figure));
    table.rows.push_back(std::move(row));
  }
  return Document{{std::move(table)}};
}

Document peaks_entry(const DevicePeaks& device) {
  Document document;
  document.blocks.emplace_back(Heading{fmt::format("{} ({})", device.title, device.id)});
  std::string names;
  for (const std::string& name : device.names) names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name);
  document.blocks.emplace_back(
      Paragraph{fmt::format("Matches devices named {}. Architecture {}.", names, device.architecture)});
  Table table{"figures", {{"figure"}, {"value", Align::right}, {"status"}, {"source"}}, {}};
  for (const auto& [figure, published] : device.figures) {
    const std::string title{traits_of(figure).title};
    if (published.value) {
      table.rows.push_back({{title},
                            {value_text(figure, *published.value), Tone::plain, *published.value},
                            {"used", Tone::good},
                            {with_reason(published.source, published.reason)}});
    } else {
      table.rows.push_back({{title}, {"-"}, {"unknown", Tone::doubtful}, {""}});
    }
    for (const RejectedFigure& rejected : published.rejected) {
      table.rows.push_back({{title},
                            {value_text(figure, rejected.value), Tone::quiet, rejected.value},
                            {std::string{name_of(rejected.why)}, Tone::quiet},
                            {with_reason(rejected.source, rejected.reason), Tone::quiet}});
    }
  }
  document.blocks.emplace_back(std::move(table));
  for (const AcceptedFinding& accepted : device.accepted) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("Accepted finding '{}' on {}: {}.", accepted.rule, accepted.figure, accepted.reason)});
  }
  return document;
}

Document peaks_findings(std::vector<LintFinding> findings, std::size_t devices) {
  std::stable_partition(findings.begin(), findings.end(), [](const LintFinding& f) { return !f.accepted; });
  Document document;
  const auto accepted = static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [](const LintFinding& f) { return f.accepted.has_value(); }));
  const std::size_t open = findings.size() - accepted;
  if (!findings.empty()) {
    Table table{"findings", {{"device"}, {"figure"}, {"value", Align::right}, {"rule"}, {"finding"}}, {}};
    for (const LintFinding& finding : findings) {
      const std::string sentence =
          finding.accepted ? fmt::format("{} Accepted: {}.", finding.sentence, *finding.accepted) : finding.sentence;
      const Tone tone = finding.accepted ? Tone::quiet : Tone::bad;
      table.rows.push_back(
          {{finding.device}, {title_of(finding.figure)}, value_of(finding), {finding.rule, tone}, {sentence, tone}});
    }
    document.blocks.emplace_back(std::move(table));
  }
  document.blocks.emplace_back(Paragraph{fmt::format("{} device{} · {} open finding{} · {} accepted", devices,
                                                     devices == 1 ? "" : "s", open, open == 1 ? "" : "s", accepted),
                                         open == 0 ? Tone::good : Tone::bad});
  return document;
}

Document device_roofs(const std::vector<DeviceInfo>& devices, const PeaksDb& db) {
  Table table{"devices", {{"devices"}, {"entry"}, {"bf16"}, {"fp32"}, {"memory"}, {"link"}}, {}};
  std::vector<std::string> seen;
  for (const DeviceInfo& device : devices) {
    if (std::find(seen.begin(), seen.end(), device.name) != seen.end()) continue;
    seen.push_back(device.name);
    const auto alike = std::count_if(devices.begin(), devices.end(),
                                     [&device](const DeviceInfo& other) { return other.name == device.name; });
    const Roof roof = device_roof(device, db);
    const DevicePeaks* entry = entry_of(device, db);
    const auto compute = [&roof](DType dtype) -> std::optional<Limit<FlopsPerSecond>> {
      const auto found = roof.compute.find(dtype);
      return found == roof.compute.end() ? std::nullopt : std::optional{found->second};
    };
    table.rows.push_back({{fmt::format("{} x {}", alike, device.name)},
                          {entry != nullptr ? entry->id : "none"},
                          {limit_text(compute(DType::bf16))},
                          {limit_text(compute(DType::fp32))},
                          {limit_text(roof.memory)},
                          {limit_text(roof.link)}});
  }
  return Document{{std::move(table)}};
}

}  // namespace roofgate
