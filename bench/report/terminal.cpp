// Aligned text for a terminal or a log. Words carry the verdict; colour, where wanted, only underlines it.
#include <algorithm>
#include <string_view>

#include "bench/report/render.hpp"
#include "bench/report/utf8.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::size_t kDetailIndent = 4;
constexpr std::size_t kNarrowestNote = 20;  // below this a wrapped note is worse than a long line

/// SGR sequences of ECMA-48; empty for plain.
std::string_view sequence_of(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "\x1b[32m";
    case Tone::bad:
      return "\x1b[1;31m";
    case Tone::doubtful:
      return "\x1b[33m";
    case Tone::quiet:
      return "\x1b[2m";
    case Tone::plain:
      break;
  }
  return {};
}

std::string toned(const std::string& text, std::string_view sequence, bool colour) {
  if (!colour || sequence.empty() || text.empty()) return text;
  return std::string{sequence} + text + "\x1b[0m";
}

/// Words in lines of at most `width` columns; a longer word has a line of its own. Width 0: one line.
std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  if (width == 0 || display_width(text) <= width) return {text};
  std::vector<std::string> lines;
  std::string line;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty() || lines.empty()) lines.push_back(std::move(line));
  return lines;
}

class TableLayout {
 public:
  TableLayout(const Table& table, TerminalStyle style) : table_{table}, style_{style} {
    for (const Column& column : table.columns) widths_.push_back(display_width(visible(column.title)));
    for (const auto& row : table.rows) {
      for (std::size_t i = 0; i < widths_.size(); ++i) {
        widths_[i] = std::max(widths_[i], display_width(visible(row[i].text)));
      }
    }
    fit_last_column();
  }

  [[nodiscard]] std::string text() const {
    std::vector<Cell> titles;
    for (const Column& column : table_.columns) titles.push_back({column.title, Tone::quiet});
    std::string text = row_text(titles);
    for (const auto& row : table_.rows) text += row_text(row);
    return text;
  }

 private:
  /// Only a last, left-aligned column (a note) is wrapped: identities and figures stay whole, to be copied.
  void fit_last_column() {
    if (style_.width <= 0 || widths_.empty() || table_.columns.back().align == Align::right) return;
    std::size_t before = 0;
    for (std::size_t i = 0; i + 1 < widths_.size(); ++i) before += widths_[i] + kGap.size();
    const auto limit = static_cast<std::size_t>(style_.width);
    if (before + widths_.back() <= limit) return;
    if (limit < before + kNarrowestNote) return;
    note_width_ = limit - before;
    widths_.back() = note_width_;
  }

  [[nodiscard]] std::string row_text(const std::vector<Cell>& row) const {
    std::string line;
    std::size_t pending = 0;  // spaces not yet written, so that no line ends in them
    std::string continuation;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_note = note_width_ > 0 && i + 1 == row.size();
      const std::vector<std::string> lines = wrap(visible(row[i].text), is_note ? note_width_ : 0);
      const std::size_t padding = widths_[i] - std::min(widths_[i], display_width(lines.front()));
      const bool is_right = table_.columns[i].align == Align::right;
      if (is_right) pending += padding;
      if (!lines.front().empty()) {
        line.append(pending, ' ');
        pending = 0;
        line += toned(lines.front(), sequence_of(row[i].tone), style_.colour);
      }
      pending += kGap.size() + (is_right ? 0 : padding);
      const std::size_t indent = line_indent();
      for (std::size_t extra = 1; extra < lines.size(); ++extra) {
        continuation += std::string(indent, ' ') + toned(lines[extra], sequence_of(row[i].tone), style_.colour) + '\n';
      }
    }
    return line + '\n' + continuation;
  }

  [[nodiscard]] std::size_t line_indent() const {
    std::size_t indent = 0;
    for (std::size_t i = 0; i + 1 < widths_.size(); ++i) indent += widths_[i] + kGap.size();
    return indent;
  }

  const Table& table_;
  TerminalStyle style_;
  std::vector<std::size_t> widths_;
  std::size_t note_width_ = 0;
};

void append_lines(std::string& text, std::string_view raw, std::size_t indent, std::string_view sequence,
                  TerminalStyle style) {
  const std::size_t width = style.width > 0 ? static_cast<std::size_t>(style.width) : 0;
  const std::size_t room = width > indent + kNarrowestNote ? width - indent : 0;
  for (const std::string& line : wrap(visible(raw), room)) {
    text += std::string(line.empty() ? 0 : indent, ' ') + toned(line, sequence, style.colour) + '\n';
  }
}

}  // namespace

std::string render_terminal(const Document& document, TerminalStyle style) {
  std::string text;
  bool after_table = false;
  for (const auto& block : document.blocks) {
    const bool is_table = std::holds_alternative<Table>(block);
    const bool stands_apart = is_table || after_table || std::holds_alternative<Heading>(block);
    if (!text.empty() && stands_apart) text += '\n';
    after_table = is_table;
    if (const auto* heading = std::get_if<Heading>(&block)) {
      append_lines(text, heading->text, 0, "\x1b[1m", style);
    } else if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
      append_lines(text, paragraph->text, 0, sequence_of(paragraph->tone), style);
    } else if (const auto* detail = std::get_if<Detail>(&block)) {
      append_lines(text, detail->text, kDetailIndent, sequence_of(Tone::plain), style);
    } else if (const auto* table = std::get_if<Table>(&block)) {
      text += TableLayout{*table, style}.text();
    }
  }
  return text;
}

}  // namespace roofgate
