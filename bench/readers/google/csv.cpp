#include "bench/readers/google/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "bench/readers/csv_line.hpp"
#include "bench/readers/google/import.hpp"
#include "bench/readers/moment_text.hpp"
#include "bench/readers/stray_lines.hpp"

namespace roofgate {
namespace {

/// At the beginning of the file, or of a line of it.
constexpr std::string_view kHeaderLine = "\nname,iterations,real_time,cpu_time,time_unit";
constexpr std::string_view kHeader = kHeaderLine.substr(1);

}  // namespace

Claim claims_google_benchmark_csv(std::string_view head) {
  const bool fits = head.starts_with(kHeader) || head.find(kHeaderLine) != std::string_view::npos;
  return fits ? Claim{Fit::sure, "Google Benchmark CSV"} : Claim{};
}

Result<Imported> read_google_benchmark_csv(TextStream& stream, const Source& source) {
  Remarks remarks;
  GoogleBenchmarkImport import{source, remarks};
  std::map<std::string, std::size_t> columns;
  StrayLines strays{"google-benchmark"};
  bool is_cut = false;  // the last row
  while (const auto line = stream.line()) {
    if (line->starts_with(kHeader)) {
      columns.clear();
      const auto names = csv_cells(*line);
      for (std::size_t i = 0; i < names.size(); ++i) columns.emplace(names[i], i);
      continue;
    }
    if (columns.empty()) {  // the context, which goes to standard error and may have come along
      if (const auto moment = moment_with_zone(*line)) import.builder().set_started(*moment, "the file");
      continue;
    }
    if (line->find_first_not_of(" \t") == std::string_view::npos) continue;
    const std::string place = fmt::format("line {}", stream.line_number());
    const auto cells = csv_cells(*line);
    const auto cell = [&](const char* name) {
      const auto found = columns.find(name);
      return found != columns.end() && found->second < cells.size() ? cells[found->second] : std::string{};
    };
    is_cut = cells.size() != columns.size();
    if (is_cut) {
      strays.take(*line, stream.line_number(), remarks);
      remarks.refuse("another number of cells than the header has", place);
      continue;
    }
    GoogleBenchmarkRow row;
    row.name = cell("name");
    split_name(row);
    row.iterations = csv_number(cell("iterations")).value_or(1);
    row.real_time = cell("real_time");
    row.cpu_time = cell("cpu_time");
    row.time_unit = cell("time_unit");
    row.bytes_per_second = csv_number(cell("bytes_per_second"));
    if (cell("error_occurred") == "true") {
      row.error = cell("error_message");
      if (row.error.empty()) row.error = "error";
    }
    import.add(row, place);
  }
  is_cut = is_cut || !strays.death().empty();
  if (is_cut) remarks.note("the table ends in the middle of a row, or the program died");
  return import.finish(stream.fingerprint(), source.name, is_cut);
}

}  // namespace roofgate
