#include "bench/report/visible_text.hpp"

#include <fmt/format.h>

#include "bench/report/utf8.hpp"

namespace roofgate {
namespace {

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

/// Format characters (Unicode TR 36, 39): zero width, directional marks, embeddings, overrides and isolates, line and
/// paragraph separators, byte order mark, and the two non-characters that XML forbids.
bool is_deceptive(char32_t c) {
  return c == 0x00AD || c == 0x061C || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF || (c >= 0xE0000 && c <= 0xE007F);
}

}  // namespace

std::string visible(std::string_view text, LineBreaks breaks) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const CodePoint next = decode_utf8(text);
    const bool is_kept_break = breaks == LineBreaks::keep && (text.front() == '\n' || text.front() == '\t');
    if (is_kept_break) {
      shown += text.front();
    } else if (!next.value) {
      shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(text.front()));
    } else if (is_control(*next.value)) {
      shown += fmt::format("\\x{:02X}", static_cast<unsigned>(*next.value));
    } else if (is_deceptive(*next.value)) {
      shown += fmt::format("\\u{{{:04X}}}", static_cast<unsigned>(*next.value));
    } else {
      shown += text.substr(0, next.bytes);
    }
    text.remove_prefix(next.bytes);
  }
  return shown;
}

}  // namespace roofgate
