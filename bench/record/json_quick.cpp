#include "bench/record/json_quick.hpp"

#include <simdjson.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/in_parts.hpp"

namespace roofgate {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kLargeText = 1 << 20;  // smaller ones are copied before a thread has started
constexpr std::size_t kShared = 16;          // elements of a list that is worth sharing

/// Copies simdjson's tree, as long as it keeps the limits.
class TreeCopy {
 public:
  /// Long lists of objects of a large text are copied by several threads: cases and nights are independent.
  TreeCopy(std::size_t max_nodes, bool may_share) : max_nodes_{max_nodes}, may_share_{may_share} {}

  /// False where a limit is broken or a key is there twice. `depth` counts the containers around the element.
  [[nodiscard]] bool copy(dom::element from, JsonNode& to, std::size_t depth);

 private:
  [[nodiscard]] bool copy_array(dom::array from, JsonNode& to, std::size_t depth);
  [[nodiscard]] bool copy_object(dom::object from, JsonNode& to, std::size_t depth);
  [[nodiscard]] bool copy_shared(dom::array from, JsonNode& to, std::size_t depth);
  [[nodiscard]] static std::optional<double> number_of(dom::element element);

  std::size_t max_nodes_;
  bool may_share_;
  std::size_t node_count_ = 0;
  std::size_t number_count_ = 0;
};

std::optional<double> TreeCopy::number_of(dom::element element) {
  switch (element.type()) {
    case dom::element_type::DOUBLE:
      return double{element};
    case dom::element_type::INT64:
      return static_cast<double>(std::int64_t{element});
    case dom::element_type::UINT64:
      return static_cast<double>(std::uint64_t{element});
    default:
      return std::nullopt;
  }
}

bool TreeCopy::copy(dom::element from, JsonNode& to, std::size_t depth) {
  if (++node_count_ > max_nodes_) return false;
  switch (from.type()) {
    case dom::element_type::ARRAY:
      return depth < kMaxJsonDepth && copy_array(dom::array{from}, to, depth + 1);
    case dom::element_type::OBJECT:
      return depth < kMaxJsonDepth && copy_object(dom::object{from}, to, depth + 1);
    case dom::element_type::STRING:
      to.value = std::string{std::string_view{from}};
      return true;
    case dom::element_type::BOOL:
      to.value = bool{from};
      return true;
    case dom::element_type::NULL_VALUE:
      return true;
    default:
      to.value = number_of(from).value();
      return true;
  }
}

bool TreeCopy::copy_array(dom::array from, JsonNode& to, std::size_t depth) {
  // The size is a hint of simdjson's that saturates.
  auto& numbers = to.value.emplace<JsonNode::Numbers>();
  numbers.reserve(from.size());
  auto place = from.begin();
  for (; place != from.end(); ++place) {
    const auto number = number_of(*place);
    if (!number) break;
    if (++number_count_ > kMaxJsonNumbers) return false;
    numbers.push_back(*number);
  }
  if (!(place != from.end())) return true;
  if (may_share_ && numbers.empty() && from.size() >= kShared) return copy_shared(from, to, depth);
  JsonNode::Array mixed;
  mixed.reserve(from.size());
  for (const double number : numbers) mixed.push_back(JsonNode{number});
  node_count_ += numbers.size();
  for (; place != from.end(); ++place) {
    if (!copy(*place, mixed.emplace_back(), depth)) return false;
  }
  to.value = std::move(mixed);
  return true;
}

bool TreeCopy::copy_shared(dom::array from, JsonNode& to, std::size_t depth) {
  const std::vector<dom::element> elements(from.begin(), from.end());
  JsonNode::Array copies(elements.size());
  std::mutex adding;
  bool is_copied = true;
  in_parts(elements.size(), kShared / 2, [&](std::size_t first, std::size_t last) {
    TreeCopy part{max_nodes_, false};
    bool is_part_copied = true;
    for (std::size_t i = first; i < last && is_part_copied; ++i) {
      is_part_copied = part.copy(elements[i], copies[i], depth);
    }
    const std::scoped_lock lock{adding};
    is_copied = is_copied && is_part_copied;
    node_count_ += part.node_count_;
    number_count_ += part.number_count_;
  });
  to.value = std::move(copies);
  return is_copied && node_count_ <= max_nodes_ && number_count_ <= kMaxJsonNumbers;
}

bool TreeCopy::copy_object(dom::object from, JsonNode& to, std::size_t depth) {
  auto& object = to.value.emplace<JsonNode::Object>();
  object.reserve(from.size());
  std::vector<std::string_view> keys;
  keys.reserve(from.size());
  for (const auto& [key, element] : from) {
    keys.push_back(key);
    if (!copy(element, object.emplace_back(JsonMember{std::string{key}, {}}).node, depth)) return false;
  }
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
}

}  // namespace

std::optional<JsonNode> parse_json_quickly(std::string_view text) {
  dom::parser parser;
  dom::element root;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return std::nullopt;
  TreeCopy tree{max_json_nodes(text.size()), text.size() >= kLargeText};
  JsonNode node;
  if (!tree.copy(root, node, 0)) return std::nullopt;
  return node;
}

}  // namespace roofgate
