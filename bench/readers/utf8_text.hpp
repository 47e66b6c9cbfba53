// One code point as UTF-8.
#pragma once

#include <cstdint>
#include <string>

namespace roofgate {

/// `code` up to U+10FFFF.
void append_utf8(std::string& text, std::uint32_t code);

}  // namespace roofgate
