#include "bench/readers/google/import.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::optional<double> seconds_per(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
      {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1.0}}};
  for (const auto& [name, seconds] : kUnits) {
    if (unit == name) return seconds;
  }
  return std::nullopt;
}

std::optional<double> value_of(const std::string& text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

/// The rate is per CPU second unless the case says that it is timed by the wall or by itself; over several threads its
/// meaning differs between releases, so that nothing is derived from it.
std::optional<Bytes> bytes_of(const GoogleBenchmarkRow& row, double seconds_per_unit) {
  const auto ends_timed = [&](std::string_view how) { return row.name.find(how) != std::string::npos; };
  const bool wall = ends_timed("/real_time") || ends_timed("/manual_time");
  const auto time = value_of(wall ? row.real_time : row.cpu_time);
  if (!row.bytes_per_second || !time || row.threads != 1 || *row.bytes_per_second <= 0 || *time <= 0) {
    return std::nullopt;
  }
  const double bytes = std::round(*row.bytes_per_second * *time * seconds_per_unit);
  return bytes >= 1 && std::isfinite(bytes) ? std::optional{Bytes{bytes}} : std::nullopt;
}

/// "BM_x/8/threads:4/real_time" -> 4.
int threads_in(const std::string& name) {
  const std::size_t at = name.find("/threads:");
  if (at == std::string::npos) return 1;
  const auto threads = value_of(name.substr(at + 9, name.find('/', at + 1) - at - 9));
  return threads && *threads >= 1 && *threads < 1e6 ? static_cast<int>(*threads) : 1;
}

/// "0", "-1e-3", "NaN", "Infinity", "-inf": other text of the file is not repeated.
bool is_figure(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::string_view letters = text.substr(0, 3);
  if (letters == "NaN" || letters == "nan" || letters == "Inf" || letters == "inf") return text.size() <= 8;
  return text.size() <= 24 && text.find_first_not_of("0123456789.e+-") == std::string_view::npos;
}

bool is_complexity(const std::string& aggregate) { return aggregate == "BigO" || aggregate == "RMS"; }

}  // namespace

void split_name(GoogleBenchmarkRow& row) {
  constexpr std::array<std::string_view, 6> kEnds{"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"};
  row.run_name = row.name;
  row.threads = threads_in(row.name);
  for (const std::string_view end : kEnds) {
    if (!row.name.ends_with(end)) continue;
    row.aggregate = end.substr(1);
    row.run_name = row.name.substr(0, row.name.size() - end.size());
  }
}

GoogleBenchmarkImport::GoogleBenchmarkImport(const Source& source, Remarks& remarks)
    : remarks_{remarks},
      builder_{source, "google-benchmark",
               "mean over the iterations of one repetition; real_time, or the time that the benchmark set itself"} {
  builder_.set_tool("google-benchmark");
}

std::string GoogleBenchmarkImport::id_of(const GoogleBenchmarkRow& row) {
  const auto [known, is_new] = family_of_.try_emplace(row.run_name, row.family);
  if (is_new || known->second == row.family || !row.family) return row.run_name;
  return fmt::format("{}#family{}", row.run_name, *row.family);  // two benchmarks of one name
}

void GoogleBenchmarkImport::add(const GoogleBenchmarkRow& row, const std::string& place) {
  if (is_complexity(row.aggregate)) {
    remarks_.refuse("complexity (BigO, RMS): a coefficient and a fraction, no times", place);
    return;
  }
  if (row.aggregate.empty()) {
    add_sample(row, place);
    return;
  }
  ++aggregate_rows_;
  if (row.aggregate != "median" && row.aggregate != "mean") return;
  const auto [known, is_new] = aggregates_.try_emplace(row.run_name, Aggregate{row, place});
  if (!is_new && row.aggregate == "median") known->second = {row, place};
}

void GoogleBenchmarkImport::add_sample(const GoogleBenchmarkRow& row, const std::string& place) {
  if (trimmed(row.run_name).empty()) {
    remarks_.refuse("a benchmark without a name", place);
    return;
  }
  if (row.run_name.size() > kLongestName) {
    remarks_.refuse(fmt::format("a name of over {} bytes", kLongestName), place);
    return;
  }
  const auto scale = seconds_per(row.time_unit);
  const bool failed = !row.error.empty() || !row.skip.empty();
  if (!scale && !failed) {
    remarks_.refuse("a time without a unit that is known (ns, us, ms, s)", place);
    return;
  }
  ImportedCase described;
  described.id = id_of(row);
  described.kind = "google-benchmark";
  described.parameters = {{"threads", static_cast<double>(row.threads)}};
  described.definition = fmt::format("google-benchmark {} threads {}", described.id, row.threads);
  const auto bytes = scale ? bytes_of(row, *scale) : std::nullopt;
  described.work.subject = bytes ? Subject::bytes : Subject::latency;
  if (bytes) described.work.bytes_read = *bytes;
  Round* round = builder_.round(described, run_);
  if (round == nullptr) {
    remarks_.refuse(builder_.refusal(), place);
    return;
  }
  remarks_.add_read();
  round->iterations_per_sample = std::max(1.0, row.iterations);
  if (failed) {
    const bool skipped = row.error.empty();
    round->marks.push_back({skipped ? MarkKind::skipped : MarkKind::error,
                            fmt::format("google-benchmark: the benchmark {}; the file has its message",
                                        skipped ? "was skipped" : "failed")});
    return;
  }
  if (!(row.iterations > 0)) {
    round->marks.push_back({MarkKind::error, "0 iterations: not measured"});
    remarks_.doubt("0 iterations: the round is marked", place);
    return;
  }
  constexpr double kLongestSeconds = 1e9;  // thirty years: a counter that ran over, not a time
  auto value = value_of(row.real_time);
  if (value && *value * *scale > kLongestSeconds) value.reset();
  if (!value || !builder_.add_sample(*round, described, *value * *scale)) {
    const std::string shown = row.real_time.empty()      ? "not there"
                              : is_figure(row.real_time) ? row.real_time
                                                         : "no number";
    round->marks.push_back({MarkKind::error, fmt::format("real_time is {}: not measured", shown)});
    remarks_.doubt("a time that is none (zero, NaN, Infinity, years): the round is marked", place);
  }
}

Result<Imported> GoogleBenchmarkImport::finish(const std::string& fingerprint, const std::string& source, bool is_cut) {
  std::size_t used = 0;
  for (auto& [run_name, aggregate] : aggregates_) {
    if (family_of_.contains(run_name)) continue;
    ++used;
    add_sample(aggregate.row, aggregate.place);
    remarks_.doubt("only aggregates were written: the median of the repetitions counts as one sample", aggregate.place);
  }
  if (aggregate_rows_ > used) {
    remarks_.refuse("aggregates of repetitions are no samples", {}, aggregate_rows_ - used);
  }
  if (builder_.case_count() == 0) {
    if (is_cut) return fail(ErrorKind::measurement, "ends in its middle, before its first benchmark", source);
    if (!remarks_.all().empty() && remarks_.rows_refused() > 0) {
      return fail(ErrorKind::measurement, "holds no benchmark that can be used", source,
                  to_string(remarks_.all().front()));
    }
    return fail(ErrorKind::measurement, "no benchmark ran", source, "a filter that matches nothing leaves such a file");
  }
  Imported imported;
  imported.records.push_back(builder_.finish(fingerprint, 0, remarks_));
  imported.remarks = std::move(remarks_);
  return unfinished_if(is_cut, std::move(imported));
}

}  // namespace roofgate
