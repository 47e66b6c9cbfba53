// GitHub-flavoured Markdown that no text from a record can break out of.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

void append_escaped(std::string& text, char c, char next) {
  switch (c) {
    case '&':
      text += "&amp;";
      return;
    case '<':
      text += "&lt;";
      return;
    case '>':
      text += "&gt;";
      return;
    case '@':
      // A zero-width space keeps "@name" from notifying whoever has that name.
      text += std::isalnum(static_cast<unsigned char>(next)) != 0 ? "@&#8203;" : "@";
      return;
    case '\n':
    case '\t':
      text += ' ';
      return;
    default:
      if (std::string_view{"\\`*_|[]~$#"}.find(c) != std::string_view::npos) text += '\\';
      text += c;
  }
}

std::string escape(std::string_view raw) {
  const std::string shown = visible(raw, LineBreaks::keep);
  std::string text;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    append_escaped(text, shown[i], i + 1 < shown.size() ? shown[i + 1] : ' ');
  }
  return text;
}

/// As a paragraph's beginning: no list, heading, rule or code block may start there.
std::string escape_line(std::string_view raw) {
  raw.remove_prefix(std::min(raw.find_first_not_of(" \t\n"), raw.size()));
  std::string text = escape(raw);
  if (text.empty()) return text;
  if (text.front() == '-' || text.front() == '+' || text.front() == '=') return '\\' + text;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits > 0 && digits < text.size() && (text[digits] == '.' || text[digits] == ')')) text.insert(digits, 1, '\\');
  return text;
}

std::string row_text(const std::vector<Cell>& row) {
  std::string line = "|";
  for (const Cell& cell : row) line += ' ' + escape(cell.text) + " |";
  return line + '\n';
}

/// What is shown of a document that would be too long.
struct Cut {
  const Table* table = nullptr;  ///< shortened to `rows`
  std::size_t rows = 0;
  std::size_t findings = static_cast<std::size_t>(-1);  ///< the first so many
};

std::string table_text(const Table& table, std::size_t rows) {
  std::string text = "|";
  std::string rule = "|";
  for (const Column& column : table.columns) {
    text += ' ' + escape(column.title) + " |";
    rule += column.align == Align::right ? " ---: |" : " --- |";
  }
  text += '\n' + rule + '\n';
  for (std::size_t i = 0; i < rows; ++i) text += row_text(table.rows[i]);
  if (rows < table.rows.size()) {
    text += fmt::format("\n{} more rows are left out to fit a comment.\n", table.rows.size() - rows);
  }
  return text;
}

std::size_t findings_in(const Document& document) {
  return static_cast<std::size_t>(std::count_if(document.blocks.begin(), document.blocks.end(), [](const auto& block) {
    const auto* paragraph = std::get_if<Paragraph>(&block);
    return paragraph != nullptr && paragraph->is_finding;
  }));
}

std::string render(const Document& document, const Cut& cut) {
  std::string text;
  bool in_details = false;
  bool is_left_out = false;  // this finding, and so its details
  std::size_t findings = 0;
  std::size_t left_out = 0;
  const auto say_left_out = [&] {
    if (left_out > 0) text += fmt::format("\n{} more findings are left out to fit a comment.\n", left_out);
    left_out = 0;
  };
  for (const auto& block : document.blocks) {
    const bool is_detail = std::holds_alternative<Detail>(block);
    if (const auto* paragraph = std::get_if<Paragraph>(&block); paragraph != nullptr && paragraph->is_finding) {
      is_left_out = findings++ >= cut.findings;
      left_out += is_left_out ? 1 : 0;
    } else if (!is_detail) {
      is_left_out = false;
      say_left_out();
    }
    if (is_left_out) continue;
    if (!text.empty() && !(in_details && is_detail)) text += '\n';
    in_details = is_detail;
    if (const auto* heading = std::get_if<Heading>(&block)) {
      text += "### " + escape(heading->text) + '\n';
    } else if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
      const std::string line = escape_line(paragraph->text);
      text += (paragraph->tone == Tone::bad && !line.empty() ? "**" + line + "**" : line) + '\n';
    } else if (const auto* detail = std::get_if<Detail>(&block)) {
      text += "- " + escape_line(detail->text) + '\n';
    } else if (const auto* table = std::get_if<Table>(&block)) {
      text += table_text(*table, table == cut.table ? cut.rows : table->rows.size());
    }
  }
  say_left_out();
  return text;
}

const Table* longest_table(const Document& document) {
  const Table* longest = nullptr;
  for (const auto& block : document.blocks) {
    const auto* table = std::get_if<Table>(&block);
    if (table != nullptr && (longest == nullptr || table->rows.size() > longest->rows.size())) longest = table;
  }
  return longest;
}

}  // namespace

std::string render_markdown(const Document& document, std::size_t max_bytes) {
  Cut cut;
  std::string text = render(document, cut);
  if (max_bytes == 0 || text.size() <= max_bytes) return text;
  if (const Table* longest = longest_table(document)) {
    cut.table = longest;
    cut.rows = longest->rows.size();
    std::size_t bytes = text.size() + 80;  // 80: the sentence that says so
    while (cut.rows > 0 && bytes > max_bytes) bytes -= row_text(longest->rows[--cut.rows]).size();
    text = render(document, cut);
  }
  std::size_t low = 0;  // findings that fit
  std::size_t high = findings_in(document);
  while (text.size() > max_bytes && low < high) {
    cut.findings = (low + high) / 2;
    const bool fits = render(document, cut).size() <= max_bytes;
    if (fits) low = cut.findings + 1;
    if (!fits) high = cut.findings;
    if (low < high) continue;
    cut.findings = low == 0 ? 0 : low - 1;
    return render(document, cut);
  }
  return text;
}

}  // namespace roofgate
