#include "bench/readers/csv_line.hpp"

#include "kernels/base/text_fields.hpp"

namespace roofgate {

std::vector<std::string> csv_cells(std::string_view line, char separator) {
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (letter == '"') {
      const bool doubled = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (doubled) cell += line[++i];
      if (!doubled) quoted = !quoted;
    } else if (letter == separator && !quoted) {
      cells.emplace_back(trimmed(cell));
      cell.clear();
    } else {
      cell += letter;
    }
  }
  cells.emplace_back(trimmed(cell));
  return cells;
}

std::optional<double> csv_number(std::string_view cell) {
  return strict_number_of(cell.starts_with('+') ? cell.substr(1) : cell);
}

}  // namespace roofgate
