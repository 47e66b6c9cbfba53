#include "bench/readers/utf8_text.hpp"

#include <algorithm>
#include <cstring>

namespace roofgate {
namespace {

constexpr std::uint32_t kReplacement = 0xfffd;

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

std::size_t ascii_length(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  std::size_t i = 0;
  for (std::uint64_t word = 0; i + sizeof word <= text.size(); i += sizeof word) {
    std::memcpy(&word, text.data() + i, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  while (i < text.size() && byte_at(text, i) < 0x80) ++i;
  return i;
}

/// What may follow a first byte (The Unicode Standard, table 3-7): how many bytes in all, and the range of the second.
struct Lead {
  std::size_t length = 0;  ///< 0: no first byte
  unsigned char low = 0x80, high = 0xbf;
};

Lead lead_of(unsigned char first) {
  if (first >= 0xc2 && first <= 0xdf) return {2};
  if (first == 0xe0) return {3, 0xa0};
  if (first == 0xed) return {3, 0x80, 0x9f};
  if (first >= 0xe1 && first <= 0xef) return {3};
  if (first == 0xf0) return {4, 0x90};
  if (first == 0xf4) return {4, 0x80, 0x8f};
  if (first >= 0xf1 && first <= 0xf3) return {4};
  return {};
}

/// Bytes of the sequence that `text` begins with that are as they should be; all of its length where it is valid.
std::size_t valid_part(std::string_view text, const Lead& lead) {
  std::size_t good = 1;
  for (; good < lead.length && good < text.size(); ++good) {
    const unsigned char low = good == 1 ? lead.low : 0x80;
    const unsigned char high = good == 1 ? lead.high : 0xbf;
    if (byte_at(text, good) < low || byte_at(text, good) > high) break;
  }
  return good;
}

}  // namespace

std::size_t append_valid_utf8(std::string& text, std::string_view raw) {
  std::size_t at = 0;
  while (at < raw.size()) {
    const std::size_t plain = ascii_length(raw.substr(at));
    text.append(raw, at, plain);
    at += plain;
    if (at == raw.size()) break;
    const Lead lead = lead_of(byte_at(raw, at));
    const std::size_t good = valid_part(raw.substr(at), lead);
    if (lead.length > 0 && good < lead.length && at + good == raw.size()) break;  // it may go on
    if (lead.length > 0 && good == lead.length) {
      text.append(raw, at, good);
      at += good;
    } else {
      append_utf8(text, kReplacement);
      ++at;
    }
  }
  return at;
}

std::string_view cut_utf8(std::string_view text, std::size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && (byte_at(text, size) & 0xc0U) == 0x80) --size;
  return text.substr(0, size);
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto byte = [&text](std::uint32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0U | code >> 6U);
    byte(0x80U | (code & 0x3fU));
  } else if (code < 0x10000) {
    byte(0xe0U | code >> 12U);
    byte(0x80U | (code >> 6U & 0x3fU));
    byte(0x80U | (code & 0x3fU));
  } else {
    byte(0xf0U | code >> 18U);
    byte(0x80U | (code >> 12U & 0x3fU));
    byte(0x80U | (code >> 6U & 0x3fU));
    byte(0x80U | (code & 0x3fU));
  }
}

}  // namespace roofgate
