// JSON text as a tree, for strict readers: bounded in depth, size and memory, without duplicate keys, and with the
// place of every mistake. Arrays of numbers are kept as such: samples are nearly all of a record.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/base/result.hpp"

namespace roofgate {

struct JsonMember;

struct JsonNode {
  using Array = std::vector<JsonNode>;
  using Numbers = std::vector<double>;  ///< an array that holds numbers only; an empty array is one too
  using Object = std::vector<JsonMember>;
  std::variant<std::monostate, bool, double, std::string, Array, Numbers, Object> value;
};

struct JsonMember {
  std::string key;
  JsonNode node;
};

/// A record is 7 deep. Deeper than this is an attack on the stack or a mistake.
inline constexpr std::size_t kMaxJsonDepth = 32;

/// Values other than numbers in arrays: one per 8 bytes of text, and never more than 16 million. What roofgate writes
/// has one per 20 bytes, so that a year of nights stays far below; a hostile file of empty arrays has one per 3 bytes
/// and would take 15 times its size in memory.
[[nodiscard]] constexpr std::size_t max_json_nodes(std::size_t text_bytes) {
  return std::min<std::size_t>(16'000'000, 100'000 + text_bytes / 8);
}

/// Numbers in arrays, 8 bytes each in memory: five times those of a 200 MB record.
inline constexpr std::size_t kMaxJsonNumbers = 50'000'000;

/// Syntax errors (also NaN and Infinity, which JSON does not have), numbers beyond double, invalid UTF-8, duplicate
/// keys, and the limits above: an `input` error whose place is "<source>: <JSON pointer>".
[[nodiscard]] Result<JsonNode> parse_json(std::string_view text, std::string_view source);

/// "null", "a boolean", "a number", "text", "an array", "an object".
[[nodiscard]] std::string_view type_of(const JsonNode& node);

/// `key` escaped as RFC 6901 asks: '~' is "~0", '/' is "~1".
[[nodiscard]] std::string pointer_token(std::string_view key);

/// Foreign text for an error message: control characters and bytes outside ASCII as \xNN, cut after 80 characters.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace roofgate
