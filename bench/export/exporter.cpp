#include "bench/export/exporter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bench/export/csv_export.hpp"
#include "bench/export/exported_case.hpp"
#include "bench/export/github_action_export.hpp"
#include "bench/export/google_benchmark_export.hpp"
#include "bench/export/openmetrics_export.hpp"
#include "bench/record/record_json.hpp"

namespace roofgate {
namespace {

Exported write_own_record(const Record& record) { return {to_json_text(record), record.cases.size(), {}}; }

std::optional<Better> direction_of(const Record& record, const ExportFormat& format, const ExportOptions& options) {
  if (options.better || !format.holds_one_direction) return options.better;
  const bool any_lower = std::any_of(record.cases.begin(), record.cases.end(),
                                     [](const Case& measured) { return measured.better == Better::lower; });
  return any_lower ? Better::lower : Better::higher;
}

/// `record` without the cases that improve the other way; they are counted.
Record of_direction(Record record, Better better, LeftOut& left_out) {
  std::erase_if(record.cases, [&](const Case& measured) {
    const bool is_other = measured.better != better;
    if (is_other) left_out.add(measured.better == Better::lower ? "lower is better" : "higher is better");
    return is_other;
  });
  return record;
}

constexpr std::array<ExportFormat, 5> kFormats{{
    {"gbench", "Google Benchmark JSON, for its compare.py", write_google_benchmark},
    {"csv", "one row per case and round", write_csv},
    {"github-action-benchmark", "custom smaller-is-better or bigger-is-better JSON", write_github_action, true},
    {"openmetrics", "gauges for Prometheus and its textfile collector", write_openmetrics},
    {"record", "roofgate's own record", write_own_record},
}};

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

Result<Exported> export_record(const Record& record, std::string_view format, const ExportOptions& options) {
  const auto* found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const ExportFormat& known) { return known.name == format; });
  if (found == kFormats.end()) {
    std::string known;
    for (const ExportFormat& one : kFormats) known += fmt::format("{}{}", known.empty() ? "" : ", ", one.name);
    return fail(ErrorKind::usage, "no such format", std::string{format}, "known: " + known);
  }
  LeftOut other_way;
  const auto better = direction_of(record, *found, options);
  Exported exported = better ? found->write(of_direction(record, *better, other_way)) : found->write(record);
  const std::vector<std::string> others = other_way.lines();
  exported.left_out.insert(exported.left_out.begin(), others.begin(), others.end());
  if (exported.cases == 0) {
    return fail(ErrorKind::measurement, "nothing in the record can be exported", std::string{format},
                exported.left_out.empty() ? "it has no cases"
                                          : fmt::format("left out: {}", fmt::join(exported.left_out, "; ")));
  }
  return exported;
}

}  // namespace roofgate
