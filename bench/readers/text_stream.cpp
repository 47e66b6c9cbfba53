#include "bench/readers/text_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "bench/readers/utf8_text.hpp"

namespace roofgate {
namespace {

constexpr std::uint32_t kReplacement = 0xfffd;

}  // namespace

TextStream::TextStream(std::unique_ptr<ByteSource> source) : source_{std::move(source)} {}

/// Fills `room` unless the text ends before: the fingerprint hashes words of eight bytes, and so must not depend on
/// where a pipe happened to cut.
std::size_t TextStream::read_raw(char* to, std::size_t room) {
  std::size_t have = 0;
  while (have < room && !is_ended_) {
    const Result<std::size_t> got = source_->read(to + have, room - have);
    if (!got) problem_ = got.error();
    if (!got || *got == 0) is_ended_ = true;
    if (got) have += *got;
  }
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::size_t i = 0;
  for (; i + 8 <= have; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, to + i, 8);
    hash_ = (hash_ ^ word) * kPrime;
    hash_ ^= hash_ >> 32U;
  }
  for (; i < have; ++i) hash_ = (hash_ ^ static_cast<unsigned char>(to[i])) * kPrime;
  bytes_read_ += have;
  return have;
}

void TextStream::detect_encoding() {
  const std::string_view raw{raw_};
  if (raw.starts_with("\xff\xfe")) {
    encoding_ = Encoding::utf16_little;
    raw_.erase(0, 2);
  } else if (raw.starts_with("\xfe\xff")) {
    encoding_ = Encoding::utf16_big;
    raw_.erase(0, 2);
  } else if (raw.starts_with("\xef\xbb\xbf")) {
    raw_.erase(0, 3);
  }
}

void TextStream::decode(std::string_view raw) {
  if (encoding_ == Encoding::utf8) {
    if (!carry_.empty()) raw = carry_ += raw;
    std::string left{raw.substr(append_valid_utf8(buffer_, raw))};
    carry_ = std::move(left);
    if (is_ended_ && !carry_.empty()) {
      append_utf8(buffer_, kReplacement);
      carry_.clear();
    }
    if (std::memchr(buffer_.data(), '\0', buffer_.size()) != nullptr) std::erase(buffer_, '\0');
    return;
  }
  carry_ += raw;
  std::size_t i = 0;
  for (; i + 2 <= carry_.size(); i += 2) {
    const auto first = static_cast<unsigned char>(carry_[i]);
    const auto second = static_cast<unsigned char>(carry_[i + 1]);
    const std::uint32_t unit =
        encoding_ == Encoding::utf16_little ? first | std::uint32_t{second} << 8U : second | std::uint32_t{first} << 8U;
    if (unit >= 0xd800 && unit < 0xdc00) {
      high_surrogate_ = unit;
    } else if (unit >= 0xdc00 && unit < 0xe000) {
      const std::uint32_t code =
          high_surrogate_ != 0 ? 0x10000 + ((high_surrogate_ - 0xd800) << 10U) + (unit - 0xdc00) : kReplacement;
      append_utf8(buffer_, code);
      high_surrogate_ = 0;
    } else if (unit != 0) {
      append_utf8(buffer_, unit);
    }
  }
  carry_.erase(0, i);
}

/// Replaces the buffer, whose text is used up, by the next piece. False at the end.
bool TextStream::fill() {
  buffer_.clear();
  at_ = end_ = 0;
  return append();
}

/// Puts the next piece behind what the buffer holds. False at the end.
bool TextStream::append() {
  while (!is_ended_) {
    raw_.resize(kHeadBytes);
    raw_.resize(read_raw(raw_.data(), raw_.size()));
    if (!is_started_) detect_encoding();
    decode(raw_);
    if (!is_started_)
      has_cr_alone_ = buffer_.find('\r') != std::string::npos && buffer_.find('\n') == std::string::npos;
    is_started_ = true;
    if (has_cr_alone_) std::replace(buffer_.begin(), buffer_.end(), '\r', '\n');
    const bool has_more = buffer_.size() > end_;
    end_ = buffer_.size();
    if (has_more) return true;
  }
  return false;
}

std::string_view TextStream::head() {
  if (!is_started_) static_cast<void>(fill());
  return std::string_view{buffer_}.substr(at_, kHeadBytes);
}

std::string_view TextStream::look_further() {
  const std::size_t seen = at_ + head().size();
  const std::size_t known = std::max(looked_, seen);
  if (known >= end_ && (end_ - at_ >= kMostAheadBytes || !append())) return {};
  const std::size_t earliest = std::max(at_, known - std::min(known, kMaxLineBytes));
  const std::size_t before = std::string_view{buffer_}.substr(0, known).rfind('\n');
  const std::size_t begin = before == std::string::npos || before < earliest ? earliest : before + 1;
  looked_ = end_;
  return std::string_view{buffer_}.substr(begin, end_ - begin);
}

std::optional<std::string_view> TextStream::line() {
  is_cut_ = false;
  if (at_ >= end_ && !fill()) return std::nullopt;
  ++line_number_;
  const auto without_cr = [](std::string_view text) {
    return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
  };
  const auto cut = [this](std::string_view text) {
    is_cut_ = is_cut_ || text.size() > kMaxLineBytes;
    return cut_utf8(text, kMaxLineBytes);
  };
  const auto* found = static_cast<const char*>(std::memchr(buffer_.data() + at_, '\n', end_ - at_));
  if (found != nullptr) {
    const std::string_view text{buffer_.data() + at_, static_cast<std::size_t>(found - (buffer_.data() + at_))};
    at_ += text.size() + 1;
    return cut(without_cr(text));
  }
  line_.clear();
  while (true) {
    const void* end = std::memchr(buffer_.data() + at_, '\n', end_ - at_);
    const std::size_t size =
        end != nullptr ? static_cast<std::size_t>(static_cast<const char*>(end) - (buffer_.data() + at_)) : end_ - at_;
    const std::size_t room = kMaxLineBytes + 1 - std::min(line_.size(), kMaxLineBytes + 1);
    line_.append(buffer_, at_, std::min(size, room));
    at_ += size + (end != nullptr ? 1 : 0);
    if (end != nullptr || (at_ >= end_ && !fill())) break;
  }
  return cut(without_cr(line_));
}

std::string TextStream::fingerprint() const { return fmt::format("{:016x}", hash_); }

void TextStream::drain() {
  do {
    at_ = end_;
  } while (fill());
}

}  // namespace roofgate
