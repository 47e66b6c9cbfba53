// CSV by RFC 4180: CRLF, quotes doubled. Numbers in full, in the unit that the column's name carries.
#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

/// Spreadsheets run cells that begin with these (OWASP, CSV injection); a number with a sign stays a number.
bool is_formula(std::string_view text) {
  if (text.empty()) return false;
  if (text.front() == '=' || text.front() == '@') return true;
  const bool is_signed = text.front() == '+' || text.front() == '-';
  return is_signed && text.find_first_not_of("0123456789.,eE+- %[]") != std::string_view::npos;
}

std::string field(std::string_view raw) {
  std::string text = visible(raw, LineBreaks::keep);
  if (is_formula(text)) text.insert(text.begin(), '\'');
  const bool has_outer_space = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (text.find_first_of(",\"\n\t") == std::string::npos && !has_outer_space) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string field(const Cell& cell, const Column& column) {
  if (cell.value) return std::isfinite(*cell.value) ? fmt::format("{}", *cell.value) : std::string{};
  // A column of numbers has empty fields where there is none, not the dash that a person sees.
  if (!column.key.empty() && cell.text == "-") return {};
  return field(cell.text);
}

void append(std::string& text, const Table& table, bool with_name) {
  std::string line = with_name ? "table" : "";
  for (const Column& column : table.columns) {
    if (!line.empty()) line += ',';
    line += field(column.key.empty() ? column.title : column.key);
  }
  text += line + "\r\n";
  for (const auto& row : table.rows) {
    std::string sep;
    if (with_name) {
      text += field(table.name);
      sep = ",";
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += sep + field(row[i], table.columns[i]);
      sep = ",";
    }
    text += "\r\n";
  }
}

}  // namespace

std::string render_csv(const Document& document) {
  std::size_t tables = 0;
  for (const auto& block : document.blocks) tables += std::holds_alternative<Table>(block) ? 1U : 0U;
  std::string text;
  for (const auto& block : document.blocks) {
    if (const auto* table = std::get_if<Table>(&block)) append(text, *table, tables > 1);
  }
  return text;
}

}  // namespace roofgate
