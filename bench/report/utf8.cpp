#include "bench/report/utf8.hpp"

#include <algorithm>
#include <array>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

struct Range {
  char32_t first, last;
};

/// The blocks of non-spacing marks that occur in names: General_Category Mn and Me of UnicodeData.txt, by block.
constexpr std::array kCombining{Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},
                                Range{0x0610, 0x061A}, Range{0x064B, 0x065F}, Range{0x0E34, 0x0E3A},
                                Range{0x0E47, 0x0E4E}, Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},
                                Range{0x20D0, 0x20F0}, Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}};

/// East_Asian_Width W and F of EastAsianWidth.txt, by block.
constexpr std::array kWide{Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},
                           Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},
                           Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},
                           Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F},
                           Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t code_point) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](Range range) { return range.first <= code_point && code_point <= range.last; });
}

}  // namespace

CodePoint decode_utf8(std::string_view text) {
  RG_ASSERT(!text.empty());
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {static_cast<char32_t>(byte(0)), 1};
  std::size_t length = 0;
  if (byte(0) >= 0xC2 && byte(0) <= 0xDF) length = 2;
  if (byte(0) >= 0xE0 && byte(0) <= 0xEF) length = 3;
  if (byte(0) >= 0xF0 && byte(0) <= 0xF4) length = 4;
  if (length == 0 || text.size() < length) return {};
  char32_t value = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest.at(length) || value > 0x10FFFF || is_surrogate) return {};
  return {value, length};
}

int columns_of(char32_t code_point) {
  if (is_in(kCombining, code_point)) return 0;
  return is_in(kWide, code_point) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const CodePoint next = decode_utf8(text);
    columns += next.value ? static_cast<std::size_t>(columns_of(*next.value)) : 1U;
    text.remove_prefix(next.bytes);
  }
  return columns;
}

}  // namespace roofgate
