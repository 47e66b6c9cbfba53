// Renderers of the document model.
#pragma once

#include <string>

#include "bench/report/document.hpp"

namespace roofgate {

struct TerminalStyle {
  bool colour = false;  ///< from decide_colour(): a terminal, and NO_COLOR unset
  int width = 0;        ///< columns; 0: no limit
};

/// Control characters (ANSI escapes, newlines in cells) are shown as \xNN, never passed on.
[[nodiscard]] std::string render_terminal(const Document& document, TerminalStyle style);
[[nodiscard]] std::string render_markdown(const Document& document);
/// Every table, RFC 4180, with its name as a first column when there is more than one.
[[nodiscard]] std::string render_csv(const Document& document);

}  // namespace roofgate
