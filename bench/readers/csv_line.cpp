#include "bench/readers/csv_line.hpp"

#include <charconv>
#include <cmath>

namespace roofgate {
namespace {

std::string without_blanks(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

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
      cells.push_back(without_blanks(cell));
      cell.clear();
    } else {
      cell += letter;
    }
  }
  cells.push_back(without_blanks(cell));
  return cells;
}

std::optional<double> csv_number(std::string_view cell) {
  double value = 0;
  if (cell.starts_with('+')) cell.remove_prefix(1);
  const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  const bool whole = !cell.empty() && problem == std::errc{} && end == cell.data() + cell.size();
  return whole && std::isfinite(value) ? std::optional{value} : std::nullopt;
}

}  // namespace roofgate
