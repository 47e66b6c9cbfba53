#include "bench/readers/utf8_text.hpp"

namespace roofgate {

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
