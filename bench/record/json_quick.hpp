// JSON text as a tree at the speed of simdjson (Langdale & Lemire, VLDB Journal 28, 2019): a night of ten thousand
// cases is 150 MB. It knows well-formed files only; what is wrong with any other is told by parse_json.
#pragma once

#include <optional>
#include <string_view>

#include "bench/record/json_tree.hpp"

namespace roofgate {

/// No value where the text is not valid JSON or breaks a limit of json_tree.hpp, and for some valid JSON that no writer
/// of ours makes, such as integers beyond 64 bits.
[[nodiscard]] std::optional<JsonNode> parse_json_quickly(std::string_view text);

}  // namespace roofgate
