// Lines of a tool's output that are not the tool's: what ended it, and results of another tool, which are not read.
#pragma once

#include <cstddef>
#include <string_view>

#include "bench/readers/remarks.hpp"

namespace roofgate {

/// What a shell, a launcher or a language's runtime prints of a process that died, such as "Segmentation fault"; empty
/// if the line is none. Never text of the line itself: it may hold anything.
[[nodiscard]] std::string_view death_in(std::string_view text);

/// The tool whose results begin with the line, such as "nvbandwidth"; empty where it looks like nobody's.
[[nodiscard]] std::string_view tool_in(std::string_view text);

/// Of one file. A reader gives it what it cannot read itself.
class StrayLines {
 public:
  /// `own`: the tool whose output is read, as tool_in names it.
  explicit StrayLines(std::string_view own) : own_{own} {}

  /// Counts another tool's result as refused.
  void take(std::string_view text, std::size_t number, Remarks& remarks);

  [[nodiscard]] std::string_view death() const { return death_; }

 private:
  std::string_view own_;
  std::string_view death_;
};

}  // namespace roofgate
