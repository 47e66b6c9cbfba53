// Renderers of the document model.
#pragma once

#include <cstddef>
#include <string>

#include "bench/report/document.hpp"

namespace roofgate {

struct TerminalStyle {
  bool colour = false;
  int width = 0;  ///< columns; 0: no limit
};

/// Of an open file: plain and without limit unless it is a terminal; no colour where NO_COLOR is set (no-color.org) or
/// TERM is "dumb".
[[nodiscard]] TerminalStyle style_of(int descriptor);

/// Control characters (ANSI escapes, newlines in cells) are shown as \xNN, never passed on.
[[nodiscard]] std::string render_terminal(const Document& document, TerminalStyle style);

/// GitHub refuses a comment of more than 65536 characters.
inline constexpr std::size_t kCommentBytes = 65000;

/// GitHub-flavoured; text is escaped, so that no case name makes a table, a link, a mention or a formula. Over
/// `max_bytes` (0: no limit) the longest table is cut and says how many rows are left out.
[[nodiscard]] std::string render_markdown(const Document& document, std::size_t max_bytes = kCommentBytes);

/// Every table, RFC 4180, with its name as a first column when there is more than one; cells with a `value` as numbers.
/// Text that a spreadsheet would run as a formula gets an apostrophe in front.
[[nodiscard]] std::string render_csv(const Document& document);

}  // namespace roofgate
