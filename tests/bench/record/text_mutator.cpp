#include "tests/bench/record/text_mutator.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace roofgate {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kTokens{"null"sv,
                             "true"sv,
                             "0"sv,
                             "-1"sv,
                             "-0"sv,
                             "1e999"sv,
                             "1e-999"sv,
                             "NaN"sv,
                             "Infinity"sv,
                             "{}"sv,
                             "[]"sv,
                             "[[["sv,
                             "}"sv,
                             "]"sv,
                             ","sv,
                             ":"sv,
                             "\""sv,
                             "\\"sv,
                             "\\u0000"sv,
                             "\\ud800"sv,
                             "\0"sv,
                             "\xff"sv,
                             "\xc0\x80"sv,
                             "\xef\xbb\xbf"sv,
                             "/*"sv,
                             "9007199254740993"sv,
                             "\"id\""sv,
                             "\"time_s\""sv,
                             "99999999999999999999"sv};

}  // namespace

std::size_t TextMutator::below(std::size_t end) {
  return std::uniform_int_distribution<std::size_t>{0, end - 1}(random_);
}

void TextMutator::wound(std::string& text) {
  const std::size_t at = below(text.size());
  const std::size_t length = std::min(text.size() - at, 1 + below(12));
  switch (below(6)) {
    case 0:
      text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << below(8)));
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(at, length));
      break;
    case 3:
      text.replace(at, length, kTokens[below(kTokens.size())]);
      break;
    case 4:
      text.insert(below(text.size()), text.substr(at, std::min<std::size_t>(text.size() - at, 400)));
      break;
    default:
      text.insert(at, kTokens[below(kTokens.size())]);
      break;
  }
}

std::string TextMutator::damage(std::string text) {
  for (std::size_t wounds = 1 + below(4); wounds > 0 && text.size() > 1; --wounds) wound(text);
  return text;
}

}  // namespace roofgate
