#include "bench/roofgate-bench/case_reporter.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cmath>
#include <ostream>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

using Run = benchmark::BenchmarkReporter::Run;

double counter(const Run& run, const char* name) {
  const auto found = run.counters.find(name);
  return found == run.counters.end() ? 0.0 : found->second.value;
}

std::string time_text(const Run& run, bool has_time_unit) {
  const double value = run.GetAdjustedRealTime();
  if (value <= 0.0) return "-";
  if (run.run_type == Run::RT_Aggregate && run.aggregate_unit == benchmark::kPercentage) {
    return format_percent(Ratio{run.real_accumulated_time});
  }
  if (has_time_unit) return fmt::format("{:.4g} {}", value, benchmark::GetTimeUnitString(run.time_unit));
  return format(Seconds{value / benchmark::GetTimeUnitMultiplier(run.time_unit)});
}

std::string rate_text(const Run& run) {
  if (const double rate = counter(run, kFlopsCounter); rate > 0.0) return format(FlopsPerSecond{rate});
  if (const double rate = counter(run, kBytesCounter); rate > 0.0) return format(BytesPerSecond{rate});
  return "-";
}

Run named(Run run) {
  const std::string id = run.run_name.function_name;
  run.run_name = {};
  run.run_name.function_name = id;
  run.cpu_accumulated_time = 0.0;
  for (const char* name : {kFlopsCounter, kBytesCounter, kSamplesCounter, kHalfWidthCounter, kCheckCounter}) {
    run.counters.try_emplace(name, benchmark::Counter{0.0});
  }
  return run;
}

}  // namespace

bool CaseTable::ReportContext(const Context& /*context*/) {
  fmt::print(GetOutputStream(), "{:<{}} {:>10} {:>8} {:>14} {:>8}  {}\n", "case", id_width_, "median", "95 %", "rate",
             "samples", "marks");
  GetOutputStream().flush();
  return true;
}

void CaseTable::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const bool is_measured = run.run_type == Run::RT_Iteration && counter(run, kSamplesCounter) > 0.0;
    const double half = counter(run, kHalfWidthCounter);
    const std::string half_width = is_measured && std::isfinite(half) ? "±" + format_percent(Ratio{half}) : "-";
    const std::string samples = is_measured ? fmt::format("{:.0f}", counter(run, kSamplesCounter)) : "-";
    fmt::print(GetOutputStream(), "{:<{}} {:>10} {:>8} {:>14} {:>8}{}{}\n", run.benchmark_name(), id_width_,
               time_text(run, has_time_unit_), half_width, is_measured ? rate_text(run) : "-", samples,
               run.report_label.empty() ? "" : "  ", run.report_label);
  }
  GetOutputStream().flush();
}

bool NamedReporter::ReportContext(const Context& context) {
  inner_->SetOutputStream(&GetOutputStream());
  inner_->SetErrorStream(&GetErrorStream());
  return inner_->ReportContext(context);
}

void NamedReporter::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> renamed;
  renamed.reserve(runs.size());
  for (const Run& run : runs) renamed.push_back(named(run));
  if (on_reported_) on_reported_();
  inner_->ReportRuns(renamed);
  GetOutputStream().flush();
}

std::unique_ptr<benchmark::BenchmarkReporter> make_reporter(const std::string& format, std::size_t id_width,
                                                            bool has_time_unit) {
  if (format == "json") return std::make_unique<benchmark::JSONReporter>();
  if (format == "csv") {
    // Deprecated by Google Benchmark since 1.3, and still the format that spreadsheets of our users read.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return std::make_unique<benchmark::CSVReporter>();
#pragma GCC diagnostic pop
  }
  return std::make_unique<CaseTable>(id_width, has_time_unit);
}

}  // namespace roofgate
