#include "bench/readers/google/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/readers/google/import.hpp"
#include "bench/readers/moment_text.hpp"
#include "bench/readers/stray_lines.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

using Words = std::vector<std::string_view>;

bool is_header(const Words& words) {
  constexpr std::array<std::string_view, 4> kColumns{"Benchmark", "Time", "CPU", "Iterations"};
  return words.size() >= kColumns.size() && std::equal(kColumns.begin(), kColumns.end(), words.begin());
}

/// Also what stands for a time that was none.
bool is_figure(std::string_view word) {
  return strict_number_of(word) || word == "nan" || word == "-nan" || word == "inf" || word == "-inf";
}

/// "BM_copy/8  2.43 ns  2.41 ns  288345679": the name may hold blanks. Without iterations in complexities.
std::optional<GoogleBenchmarkRow> row_of(std::string_view text, const Words& words) {
  for (std::size_t at = 1; at + 3 < words.size(); ++at) {
    if (!is_figure(words[at]) || !is_figure(words[at + 2])) continue;
    GoogleBenchmarkRow row;
    row.name = trimmed(text.substr(0, static_cast<std::size_t>(words[at].data() - text.data())));
    row.real_time = words[at];
    row.time_unit = words[at + 1];
    row.cpu_time = words[at + 2];
    split_name(row);
    const auto iterations = at + 4 < words.size() ? strict_number_of(words[at + 4]) : std::nullopt;
    if (!iterations && row.aggregate != "BigO" && row.aggregate != "RMS") return std::nullopt;
    row.iterations = iterations.value_or(1);
    return row;
  }
  return std::nullopt;
}

/// "BM_copy/8  ERROR OCCURRED: 'no memory'", "BM_copy/8  SKIPPED: 'no device'".
std::optional<GoogleBenchmarkRow> failed_row(std::string_view text) {
  for (const std::string_view sign : {std::string_view{"ERROR OCCURRED: '"}, std::string_view{"SKIPPED: '"}}) {
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) continue;
    GoogleBenchmarkRow row;
    row.name = trimmed(text.substr(0, at));
    split_name(row);
    std::string_view message = trimmed(text.substr(at + sign.size()));
    if (message.ends_with('\'')) message.remove_suffix(1);
    (sign.front() == 'E' ? row.error : row.skip) = message.empty() ? "no message" : message;
    return row;
  }
  return std::nullopt;
}

/// The lines above the table; they go to standard error, and a file may lack them.
void take_context(std::string_view text, const Words& words, GoogleBenchmarkImport& import, Remarks& remarks) {
  RecordBuilder& builder = import.builder();
  CpuInfo& cpu = builder.environment().cpu;
  if (const auto moment = words.size() == 1 ? moment_with_zone(text) : std::nullopt) {
    builder.set_started(*moment, "the file");
  } else if (text.starts_with("Running ")) {
    builder.notes()["executable"] = std::filesystem::path{trimmed(text.substr(8))}.filename().string().substr(0, 128);
  } else if (text.starts_with("Run on (") && words.size() > 2) {
    const double threads = strict_number_of(words[2].substr(1)).value_or(0);
    if (threads >= 1 && threads < 1e6) cpu.threads = cpu.cores = static_cast<int>(threads);
  } else if (words.size() >= 4 && words[0].starts_with('L') && words[3] == "KiB") {
    cpu.last_level_cache = std::max(cpu.last_level_cache, Bytes{1024.0 * strict_number_of(words[2]).value_or(0)});
  } else if (text.find("Library was built as DEBUG") != std::string_view::npos) {
    remarks.note("the benchmark library was built for debugging: times may be longer than they need to be");
  } else if (text.find("CPU scaling is enabled") != std::string_view::npos) {
    remarks.note("CPU frequency scaling was on: times vary more than they need to");
  }
}

}  // namespace

Claim claims_google_benchmark_text(std::string_view head) {
  for (const std::string_view line : lines_of(head)) {
    if (is_header(fields_of(without_escapes(line)))) return {Fit::sure, "Google Benchmark's table"};
  }
  return {};
}

Result<Imported> read_google_benchmark_text(TextStream& stream, const Source& source) {
  Remarks remarks;
  GoogleBenchmarkImport import{source, remarks};
  remarks.note("the table has three figures of each time: changes under 0.5 % are not in it; JSON has them");
  bool in_table = false;
  StrayLines strays{"google-benchmark"};
  while (const auto line = stream.line()) {
    const std::string plain = without_escapes(*line);  // of --benchmark_color=true
    const std::string_view text = trimmed(plain);
    const Words words = fields_of(text);
    const std::string place = fmt::format("line {}", stream.line_number());
    if (is_header(words)) {
      // With counters as columns the header is repeated wherever these change.
      if (words.size() == 4 || words[4] == "UserCounters...") import.begin_run();
      in_table = true;
    } else if (!in_table || words.size() < 2 || text.starts_with("Run on (")) {
      if (text.starts_with("Run on (")) import.begin_run();
      take_context(text, words, import, remarks);
      strays.take(text, stream.line_number(), remarks);
    } else if (auto row = failed_row(text); row || (row = row_of(text, words))) {
      import.add(*row, place);
    } else if (is_figure(words[1])) {
      remarks.refuse("a row without time, CPU time and iterations", place);
    } else {
      strays.take(text, stream.line_number(), remarks);
    }
  }
  if (stream.problem()) return fail(*stream.problem());
  if (!strays.death().empty()) remarks.note(fmt::format("the program died: {}", strays.death()));
  return import.finish(stream.fingerprint(), source.name, !strays.death().empty());
}

}  // namespace roofgate
