// The lines of a dump, with an eye on where another tool's output begins: two in one file would be half read.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bench/readers/text_stream.hpp"
#include "bench/telemetry_dump/loss_message.hpp"

namespace roofgate {

class DumpLines {
 public:
  /// `begins_other` says whose output a line begins that is not the dump's own; empty for every other line.
  DumpLines(TextStream& stream, std::string_view own,
            std::string_view (*begins_other)(std::string_view, std::string_view))
      : stream_{&stream}, own_{own}, begins_other_{begins_other} {}

  /// As TextStream's, without the lines that say that a device is lost.
  [[nodiscard]] std::optional<std::string_view> line() {
    auto line = stream_->line();
    while (line && on_loss_) {
      const auto message = loss_message_of(*line);
      if (!message) break;
      on_loss_(*message);
      line = stream_->line();
    }
    if (line && other_.empty()) {
      other_ = begins_other_(*line, own_);
      if (!other_.empty()) other_line_ = stream_->line_number();
    }
    return line;
  }
  [[nodiscard]] std::size_t line_number() const { return stream_->line_number(); }

  /// Who is told of those lines, each where it stands.
  void tell_losses_to(std::function<void(const LossMessage&)> listener) { on_loss_ = std::move(listener); }

  /// For readers of whole documents, which see no lines.
  [[nodiscard]] TextStream& stream() { return *stream_; }

  /// The format that began later, and the line where it did; empty if none did.
  [[nodiscard]] std::string_view other() const { return other_; }
  [[nodiscard]] std::size_t other_line() const { return other_line_; }

 private:
  TextStream* stream_;
  std::string_view own_;
  std::string_view (*begins_other_)(std::string_view line, std::string_view own);
  std::function<void(const LossMessage&)> on_loss_;
  std::string_view other_;
  std::size_t other_line_ = 0;
};

}  // namespace roofgate
