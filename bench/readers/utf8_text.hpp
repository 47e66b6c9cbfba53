// UTF-8 as it is written and as it is checked: what readers give on is always valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace roofgate {

/// `code` up to U+10FFFF.
void append_utf8(std::string& text, std::uint32_t code);

/// Appends `raw`, each byte that is not UTF-8 as U+FFFD. A sequence that `raw` ends in the middle of is left; returns
/// how much was taken.
std::size_t append_valid_utf8(std::string& text, std::string_view raw);

/// `text`, which is valid, to at most `size` bytes and to a whole character.
[[nodiscard]] std::string_view cut_utf8(std::string_view text, std::size_t size);

}  // namespace roofgate
