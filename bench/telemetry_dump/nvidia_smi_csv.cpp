// `nvidia-smi --query-gpu=… --format=csv[,nounits]`: a header of field names, with units in brackets, then rows.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// The columns that a header names; empty if the line is none. A health check's "# index, name, …" is one too.
std::vector<std::optional<Field>> columns_of(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('#')) line.remove_prefix(1);
  std::vector<std::optional<Field>> columns;
  for (const std::string_view cell : cells_of(line)) {
    const std::size_t unit = cell.find('[');
    columns.push_back(field_of(plain_path(trimmed(cell.substr(0, unit)))));
  }
  const auto known = std::count_if(columns.begin(), columns.end(), [](const auto& field) { return field.has_value(); });
  return columns.size() >= 2 && known >= 2 ? columns : std::vector<std::optional<Field>>{};
}

constexpr std::size_t kMostHeaderLines = 8;  // a shell's echo may stand before the header

std::vector<std::optional<Field>> first_header(std::string_view head) {
  std::size_t line_number = 0;
  for (const std::string_view line : lines_of(head)) {
    if (++line_number > kMostHeaderLines) break;
    if (auto columns = columns_of(line); !columns.empty()) return columns;
  }
  return {};
}

}  // namespace

bool fits_nvidia_smi_csv(std::string_view head) { return !first_header(head).empty(); }

Result<TelemetryDump> read_nvidia_smi_csv(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"nvidia-smi --query-gpu CSV", stream};
  std::vector<std::optional<Field>> columns;
  while (const auto line = stream.line()) {
    if (trimmed(*line).empty()) continue;
    if (auto header = columns_of(*line); !header.empty()) {  // repeated where files were put together
      columns = std::move(header);
      continue;
    }
    if (columns.empty()) continue;
    const std::string place = fmt::format("line {}", stream.line_number());
    const std::vector<std::string_view> cells = cells_of(*line);
    if (cells.size() != columns.size()) {
      dump.remarks().refuse("another number of cells than the header has", place);
      continue;
    }
    RawSample sample;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (columns[i]) dump.set(sample, *columns[i], cells[i], place);
    }
    dump.add(sample, place);
  }
  return dump.finish();
}

}  // namespace roofgate
