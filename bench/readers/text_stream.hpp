// A foreign file as text, read once from front to back in bounded memory, whatever its size and the length of its
// lines. Encoding slips end here: byte order marks, UTF-16, CRLF, NUL bytes, bytes that are not UTF-8.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bench/readers/byte_source.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// What of a file's beginning formats are told apart by.
inline constexpr std::size_t kHeadBytes = std::size_t{256} * 1024;

/// How far into a file a benchmark's output may begin, behind what other programs wrote.
inline constexpr std::size_t kMostAheadBytes = std::size_t{16} * 1024 * 1024;

/// Longer lines are cut: nothing that a reader understands is longer.
inline constexpr std::size_t kMaxLineBytes = std::size_t{64} * 1024;

class TextStream {
 public:
  explicit TextStream(std::unique_ptr<ByteSource> source);

  /// The first bytes, at most kHeadBytes. Nothing is consumed.
  [[nodiscard]] std::string_view head();

  /// What follows what was looked at so far, with the line before it whole: for the output of a tool behind much other
  /// text. Nothing is consumed; not to be called after `line` or `next`. Empty at the end, and beyond kMostAheadBytes.
  [[nodiscard]] std::string_view look_further();

  /// The next line without its end (LF or CRLF; CR where the head has no LF, and `head` then shows LF too), valid until
  /// the next call; none at the end of the text or where reading failed. UTF-16 with a byte order mark arrives as
  /// UTF-8, other bytes than UTF-8 as U+FFFD; NUL bytes are left out.
  [[nodiscard]] std::optional<std::string_view> line();

  /// 1-based number of the line that `line` gave last.
  [[nodiscard]] std::size_t line_number() const { return line_number_; }

  /// Whether the line that `line` gave last was cut at kMaxLineBytes.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

  /// The next character, for readers of whole documents; -1 at the end. Not to be mixed with `line`.
  [[nodiscard]] int next() { return at_ < end_ || fill() ? static_cast<unsigned char>(buffer_[at_++]) : -1; }

  /// Why reading ended early, if it did.
  [[nodiscard]] const std::optional<Error>& problem() const { return problem_; }

  /// Of everything read so far: FNV-1a, 64 bits, of the raw bytes, as 16 hexadecimal digits. Complete at the end.
  [[nodiscard]] std::string fingerprint() const;
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }

  /// Reads on to the end, for the fingerprint.
  void drain();

 private:
  enum class Encoding { utf8, utf16_little, utf16_big };

  bool fill();
  bool append();
  [[nodiscard]] std::size_t read_raw(char* to, std::size_t room);
  void detect_encoding();
  void decode(std::string_view raw);

  std::unique_ptr<ByteSource> source_;
  std::string buffer_;  ///< decoded text from at_ to end_
  std::string raw_;     ///< what was read last, before decoding
  std::string line_;    ///< a line that spans two fills
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::size_t looked_ = 0;  ///< how much of the buffer `look_further` showed
  std::size_t line_number_ = 0;
  bool is_cut_ = false;
  bool is_started_ = false;
  bool is_ended_ = false;
  bool has_cr_alone_ = false;  ///< no line feed in the head: lines end with carriage returns
  Encoding encoding_ = Encoding::utf8;
  std::string carry_;  ///< bytes of a code unit that the last read cut in two
  std::uint32_t high_surrogate_ = 0;
  std::uint64_t hash_ = 14695981039346656037ULL;
  std::uint64_t bytes_read_ = 0;
  std::optional<Error> problem_;
};

}  // namespace roofgate
