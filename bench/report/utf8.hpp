// UTF-8, one code point at a time, strict: overlong forms, surrogates and truncated sequences are not characters.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace roofgate {

struct CodePoint {
  std::optional<char32_t> value;  ///< absent: `bytes` (1) cannot be part of UTF-8 here
  std::size_t bytes = 1;
};

/// The code point at the start of `text`, which is not empty.
[[nodiscard]] CodePoint decode_utf8(std::string_view text);

/// Terminal columns of a code point: 0 for combining marks, 2 for East Asian wide and emoji, else 1.
[[nodiscard]] int columns_of(char32_t code_point);

/// Terminal columns of `text`; each byte that is not UTF-8 counts as one.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace roofgate
