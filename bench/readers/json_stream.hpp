// JSON of any size in bounded memory: members of the document's root, and the elements of arrays that are asked for one
// by one. Takes what tools write and JSON does not allow: bare NaN and Infinity, a document cut off, many documents in
// one file.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/readers/text_stream.hpp"
#include "bench/record/json_tree.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// What a file holds, one piece at a time: "/nccl_version" with its value, "/results/*" with one element. `document`
/// counts from 0. A document that is no object comes whole, with an empty path; so does the end of each document that
/// is one, with a null node. The node is the visitor's to take apart.
using VisitJson = std::function<Result<void>(std::size_t document, std::string_view path, JsonNode& node)>;

struct JsonStreamEnd {
  std::size_t documents = 0;
  bool is_cut_off = false;  ///< the last document ends in its middle: what came before was handed over
};

/// One piece (a root's member, an element) may hold as much as this before it is refused.
inline constexpr std::size_t kMostJsonPieceNodes = 2'000'000;

/// `streamed`: paths of the arrays whose elements come one by one, such as "/results" or "/benchmarks"; an array in the
/// root itself is "". Bare NaN, Infinity and -Infinity arrive as the text "NaN", "Infinity", "-Infinity". Of a key that
/// is there twice both come. Syntax errors, nesting beyond kMaxJsonDepth and pieces beyond the limit are `input`
/// errors with the line; the visitor's own error ends the reading.
[[nodiscard]] Result<JsonStreamEnd> stream_json(TextStream& stream, std::string_view source,
                                                std::span<const std::string_view> streamed, const VisitJson& visit);

/// Convenience for visitors: null where the key is not there or the node is no object of the wanted type.
[[nodiscard]] JsonNode* find_member(JsonNode& node, std::string_view key);
[[nodiscard]] const std::string* text_of(const JsonNode* node);
/// A number, or text that is one ("0", "    -1"): tools write both. Absent for others, NaN and Infinity.
[[nodiscard]] std::optional<double> number_of(const JsonNode* node);
/// The elements of an array, as nodes; empty for anything else.
[[nodiscard]] std::vector<JsonNode> elements_of(JsonNode* node);

}  // namespace roofgate
