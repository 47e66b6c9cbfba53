// `nvidia-smi --query-gpu=… --format=csv[,nounits]`: a header of field names, with units in brackets, then rows.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "bench/readers/csv_line.hpp"
#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

/// The cells of a line, valid until the next. What passed through a spreadsheet has quotes, or semicolons and decimal
/// commas, or tabs.
class Cells {
 public:
  const std::vector<std::string_view>& of(std::string_view line, char separator) {
    cells_.clear();
    if (line.find('"') == std::string_view::npos && separator == ',') {
      split(line);
      return cells_;
    }
    texts_ = csv_cells(line, separator);
    for (std::string& text : texts_) {
      if (separator != ',') with_decimal_point(text);
      cells_.emplace_back(text);
    }
    return cells_;
  }

 private:
  void split(std::string_view line) {
    while (true) {
      const std::size_t comma = line.find(',');
      cells_.push_back(trimmed(line.substr(0, comma)));
      if (comma == std::string_view::npos) return;
      line.remove_prefix(comma + 1);
    }
  }

  static void with_decimal_point(std::string& cell) {
    const auto is_digit = [&cell](std::size_t i) { return i < cell.size() && cell[i] >= '0' && cell[i] <= '9'; };
    const std::size_t comma = cell.find(',');
    if (comma == std::string::npos || comma != cell.rfind(',') || comma == 0) return;
    if (is_digit(comma - 1) && is_digit(comma + 1)) cell[comma] = '.';
  }

  std::vector<std::string> texts_;
  std::vector<std::string_view> cells_;
};

struct Header {
  char separator = ',';
  std::vector<std::optional<Field>> columns;  ///< empty: the line is no header
};

/// A health check's "# index, name, …" is a header too.
Header header_of(std::string_view line) {
  line = trimmed(line);
  if (!line.empty() && line.front() >= '0' && line.front() <= '9') return {};  // no field's name: a row
  if (line.starts_with('#')) line.remove_prefix(1);
  Cells cells;
  for (const char separator : {',', ';', '\t'}) {
    if (line.find(separator) == std::string_view::npos) continue;
    Header header{separator, {}};
    for (const std::string_view cell : cells.of(line, separator)) {
      header.columns.push_back(field_of(plain_path(trimmed(cell.substr(0, cell.find('['))))));
    }
    const auto known = std::count_if(header.columns.begin(), header.columns.end(),
                                     [](const auto& field) { return field.has_value(); });
    if (known >= 2) return header;
  }
  return {};
}

/// The clock under two names, or one asked for twice: the first stands.
bool leave_out_repeated(Header& header) {
  bool any = false;
  for (auto column = header.columns.begin(); column != header.columns.end(); ++column) {
    if (!*column || std::find(header.columns.begin(), column, *column) == column) continue;
    column->reset();
    any = true;
  }
  return any;
}

constexpr std::size_t kMostHeaderLines = 8;  // a shell's echo may stand before the header

}  // namespace

bool fits_nvidia_smi_csv(std::string_view head) {
  std::size_t line_number = 0;
  for (const std::string_view line : lines_of(head)) {
    if (++line_number > kMostHeaderLines) break;
    if (!header_of(line).columns.empty()) return true;
  }
  return false;
}

Result<TelemetryDump> read_nvidia_smi_csv(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"nvidia-smi --query-gpu CSV", stream};
  Header header;
  Cells split;
  while (const auto line = stream.line()) {
    if (trimmed(*line).empty()) continue;
    if (Header next = header_of(*line); !next.columns.empty()) {  // repeated where files were put together
      header = std::move(next);
      if (leave_out_repeated(header)) dump.remarks().note("a column comes twice: the first of its name is read");
      continue;
    }
    if (header.columns.empty()) continue;
    const std::string place = fmt::format("line {}", stream.line_number());
    const std::vector<std::string_view>& cells = split.of(*line, header.separator);
    if (cells.size() != header.columns.size()) {
      dump.remarks().refuse(cells.size() > header.columns.size()
                                ? "more cells than the header has: a comma in a number or in a name"
                                : "fewer cells than the header has",
                            place);
      continue;
    }
    RawSample sample;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (header.columns[i]) dump.set(sample, *header.columns[i], cells[i], place);
    }
    dump.add(sample, place);
  }
  return dump.finish();
}

}  // namespace roofgate
