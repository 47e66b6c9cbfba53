#include "bench/export/exporter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bench/export/csv_export.hpp"
#include "bench/export/github_action_export.hpp"
#include "bench/export/google_benchmark_export.hpp"
#include "bench/export/openmetrics_export.hpp"
#include "bench/record/record_json.hpp"

namespace roofgate {
namespace {

Exported write_own_record(const Record& record, const ExportOptions& options) {
  if (!options.better) return {to_json_text(record), record.cases.size(), {}};
  Record kept = record;
  std::erase_if(kept.cases, [&](const Case& measured) { return measured.better != *options.better; });
  const std::size_t left = record.cases.size() - kept.cases.size();
  Exported exported{to_json_text(kept), kept.cases.size(), {}};
  if (left > 0) exported.left_out = {fmt::format("{} {}: the other direction", left, left == 1 ? "case" : "cases")};
  return exported;
}

constexpr std::array<ExportFormat, 5> kFormats{{
    {"gbench", "Google Benchmark JSON, for its compare.py", write_google_benchmark},
    {"csv", "one row per case and round", write_csv},
    {"github-action-benchmark", "custom smaller-is-better or bigger-is-better JSON", write_github_action},
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
  Exported exported = found->write(record, options);
  if (exported.cases == 0) {
    return fail(ErrorKind::measurement, "nothing in the record can be exported", std::string{format},
                exported.left_out.empty() ? "it has no cases"
                                          : fmt::format("left out: {}", fmt::join(exported.left_out, "; ")));
  }
  return exported;
}

}  // namespace roofgate
