// The lines of a dump, with an eye on where another tool's output begins: two in one file would be half read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "bench/readers/text_stream.hpp"

namespace roofgate {

class DumpLines {
 public:
  /// `begins_other` says whose output a line begins that is not the dump's own; empty for every other line.
  DumpLines(TextStream& stream, std::string_view own,
            std::string_view (*begins_other)(std::string_view, std::string_view))
      : stream_{&stream}, own_{own}, begins_other_{begins_other} {}

  /// As TextStream's.
  [[nodiscard]] std::optional<std::string_view> line() {
    const auto line = stream_->line();
    if (line && other_.empty()) {
      other_ = begins_other_(*line, own_);
      if (!other_.empty()) other_line_ = stream_->line_number();
    }
    return line;
  }
  [[nodiscard]] std::size_t line_number() const { return stream_->line_number(); }

  /// For readers of whole documents, which see no lines.
  [[nodiscard]] TextStream& stream() { return *stream_; }

  /// The format that began later, and the line where it did; empty if none did.
  [[nodiscard]] std::string_view other() const { return other_; }
  [[nodiscard]] std::size_t other_line() const { return other_line_; }

 private:
  TextStream* stream_;
  std::string_view own_;
  std::string_view (*begins_other_)(std::string_view line, std::string_view own);
  std::string_view other_;
  std::size_t other_line_ = 0;
};

}  // namespace roofgate
