// The scrolling tables: `nvidia-smi dmon` and `dcgmi dmon`. Columns are named by a header that comes back every screen.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

struct Column {
  std::string_view name;
  Field field;
};

// `nvidia-smi dmon -h`; pclk is the graphics clock, which the SMs share. The violations (-s v) are shares of the time
// in per cent or yes and no: any is one.
constexpr std::array kNvidiaColumns = std::to_array<Column>({{"gpu", Field::index},
                                                             {"pwr", Field::power},
                                                             {"gtemp", Field::temperature},
                                                             {"temp", Field::temperature},
                                                             {"sm", Field::utilisation},
                                                             {"mclk", Field::memory_clock},
                                                             {"pclk", Field::clock},
                                                             {"pviol", Field::sw_power_cap},
                                                             {"tviol", Field::sw_thermal_slowdown}});

// Short names of DCGM's fields: `dcgmi dmon -l`.
constexpr std::array kDcgmColumns = std::to_array<Column>({{"POWER", Field::power},
                                                           {"TMPTR", Field::temperature},
                                                           {"GPUTL", Field::utilisation},
                                                           {"SMCLK", Field::clock},
                                                           {"SMMAX", Field::max_clock},
                                                           {"MMCLK", Field::memory_clock},
                                                           {"EPLMT", Field::power_limit},
                                                           {"PMLMT", Field::power_limit_fallback},
                                                           {"DVCCTR", Field::reasons},
                                                           {"EDVTL", Field::ecc_errors},
                                                           {"XIDER", Field::last_xid},
                                                           {"PSTAT", Field::performance_state},
                                                           {"GRACT", Field::engine_active},
                                                           {"SMACT", Field::sm_active},
                                                           {"SMOCC", Field::sm_occupancy},
                                                           {"TENSO", Field::tensor_active},
                                                           {"DRAMA", Field::dram_active},
                                                           {"NVLTX", Field::nvlink_sent},
                                                           {"NVLRX", Field::nvlink_received}});

template <std::size_t N>
std::optional<Field> column_named(const std::array<Column, N>& columns, std::string_view name) {
  const auto* found =
      std::find_if(columns.begin(), columns.end(), [name](const Column& column) { return column.name == name; });
  return found == columns.end() ? std::nullopt : std::optional{found->field};
}

/// Words of a line; `dmon --format csv` puts commas between them. '#' does not count.
std::vector<std::string> words_of(std::string_view line) {
  std::string plain{line};
  std::replace(plain.begin(), plain.end(), ',', ' ');
  std::replace(plain.begin(), plain.end(), '#', ' ');
  std::vector<std::string> words;
  for (const std::string_view word : fields_of(plain)) words.emplace_back(word);
  return words;
}

bool is_nvidia_header(std::string_view line) {
  if (!line.starts_with('#')) return false;
  const auto words = words_of(line);
  const auto has = [&](std::string_view name) { return std::find(words.begin(), words.end(), name) != words.end(); };
  return has("gpu") && (has("pwr") || has("sm") || has("pclk"));
}

/// dcgmi writes no moments; what puts them before its lines (`ts`, awk) is taken: "2026-11-29T02:00:09Z GPU 0  0.98".
struct Stamped {
  std::string_view moment;  ///< empty: the line has none
  std::string_view line;
};

Stamped without_moment(std::string_view line) {
  const std::size_t begin = std::min(line.find('#'), line.find("GPU "));
  if (begin == 0 || begin == std::string_view::npos) return {{}, line};
  return {trimmed(line.substr(0, begin)), line.substr(begin)};
}

bool is_dcgm_header(std::string_view text) {
  const std::string_view line = without_moment(text).line;
  const auto words = words_of(line);
  return line.starts_with('#') && words.size() >= 2 && words[0] == "Entity";
}

bool any_line(std::string_view head, bool (*fits)(std::string_view)) {
  const auto lines = lines_of(head);
  return std::any_of(lines.begin(), lines.end(), [fits](std::string_view line) { return fits(trimmed(line)); });
}

}  // namespace

bool fits_nvidia_dmon(std::string_view head) { return any_line(head, is_nvidia_header); }
bool fits_dcgmi_dmon(std::string_view head) { return any_line(head, is_dcgm_header); }

Result<TelemetryDump> read_nvidia_dmon(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"nvidia-smi dmon", stream};
  std::vector<std::string> columns;
  bool told_undated = false;
  while (const auto line = stream.line()) {
    const std::string_view text = trimmed(*line);
    if (text.empty()) continue;
    if (text.starts_with('#')) {
      if (is_nvidia_header(text)) columns = words_of(text);
      continue;
    }
    if (columns.empty()) continue;
    const std::string place = fmt::format("line {}", stream.line_number());
    const std::vector<std::string> words = words_of(text);
    if (words.size() != columns.size()) {
      dump.remarks().refuse("another number of columns than the header has", place);
      continue;
    }
    RawSample sample;
    std::string date;
    std::string time;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (columns[i] == "Date") date = words[i];
      if (columns[i] == "Time") time = words[i];
      const auto field = column_named(kNvidiaColumns, columns[i]);
      if (!field) continue;
      const auto violation = columns[i].ends_with("viol") ? number_of(words[i]) : std::nullopt;
      dump.set(sample, *field, violation ? (*violation > 0 ? "1" : "0") : words[i], place);
    }
    if (!date.empty()) dump.set(sample, Field::moment, date.append(" ").append(time), place);
    if (date.empty() && !time.empty() && !std::exchange(told_undated, true)) {
      dump.remarks().note("times without dates (dmon -o T) place nothing: `dmon -o DT` writes both");
    }
    dump.add(sample, place);
  }
  return dump.finish();
}

Result<TelemetryDump> read_dcgmi_dmon(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"dcgmi dmon", stream};
  std::vector<std::string> columns;
  while (const auto line = stream.line()) {
    const auto [moment, text] = without_moment(trimmed(*line));
    if (is_dcgm_header(text)) {
      columns = words_of(text);
      columns.erase(columns.begin());
      continue;
    }
    if (columns.empty() || !text.starts_with("GPU ")) continue;  // the units' line; other entities
    const std::string place = fmt::format("line {}", stream.line_number());
    const std::vector<std::string> words = words_of(text);
    if (words.size() != columns.size() + 2) {
      dump.remarks().refuse("another number of columns than the header has", place);
      continue;
    }
    RawSample sample;
    if (!moment.empty()) dump.set(sample, Field::moment, moment, place);
    dump.set(sample, Field::index, words[1], place);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (const auto field = column_named(kDcgmColumns, columns[i])) dump.set(sample, *field, words[i + 2], place);
    }
    dump.add(sample, place);
  }
  return dump.finish();
}

}  // namespace roofgate
