#include "bench/record/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "bench/record/json_quick.hpp"

namespace roofgate {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxShown = 80;
constexpr auto kForeign = "this is no file that roofgate wrote";

/// Builds the tree from nlohmann's events. Its parser keeps its own stack on the heap, so depth costs no recursion.
class TreeBuilder final : public nlohmann::json_sax<json> {
 public:
  explicit TreeBuilder(std::size_t text_bytes) : max_nodes_{max_json_nodes(text_bytes)} {}

  bool null() override { return add(JsonNode{}); }
  bool boolean(bool value) override { return add(JsonNode{value}); }
  bool number_integer(std::int64_t value) override { return add_number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) override { return add_number(static_cast<double>(value)); }
  bool number_float(double value, const std::string& /*digits*/) override { return add_number(value); }
  bool string(std::string& value) override { return add(JsonNode{std::move(value)}); }
  bool binary(json::binary_t& /*value*/) override { return give_up("binary data", {}); }

  bool start_object(std::size_t /*size*/) override { return open(JsonNode{JsonNode::Object{}}); }
  bool key(std::string& name) override {
    std::get<JsonNode::Object>(open_.back().value).push_back({std::move(name), {}});
    return true;
  }
  bool end_object() override { return check_keys() && close(); }

  bool start_array(std::size_t /*size*/) override { return open(JsonNode{JsonNode::Numbers{}}); }
  bool end_array() override {
    if (auto* numbers = std::get_if<JsonNode::Numbers>(&open_.back().value)) numbers->shrink_to_fit();
    return close();
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& problem) override;

  [[nodiscard]] JsonNode take_root() { return std::move(root_); }
  [[nodiscard]] Error take_error(std::string_view source) {
    error_.where = fmt::format("{}: {}", source, error_place_);
    return std::move(error_);
  }

 private:
  bool give_up(std::string what, std::string hint);
  bool add(JsonNode node);
  bool add_number(double value);
  bool open(JsonNode node);
  bool close();
  bool check_keys();
  [[nodiscard]] std::string place() const;

  JsonNode root_;
  std::vector<JsonNode> open_;  // containers that have begun, outermost first
  std::size_t max_nodes_;
  std::size_t node_count_ = 0;
  std::size_t number_count_ = 0;
  Error error_;
  std::string error_place_;
};

std::string TreeBuilder::place() const {
  std::string pointer;
  for (const JsonNode& node : open_) {
    if (const auto* object = std::get_if<JsonNode::Object>(&node.value)) {
      if (!object->empty()) pointer += fmt::format("/{}", printable(pointer_token(object->back().key)));
    } else if (const auto* numbers = std::get_if<JsonNode::Numbers>(&node.value)) {
      pointer += fmt::format("/{}", numbers->size());
    } else {
      pointer += fmt::format("/{}", std::get<JsonNode::Array>(node.value).size());
    }
  }
  return pointer.empty() ? "/" : pointer;
}

bool TreeBuilder::give_up(std::string what, std::string hint) {
  error_ = Error{ErrorKind::input, std::move(what), "", std::move(hint)};
  error_place_ = place();
  return false;
}

bool TreeBuilder::parse_error(std::size_t /*position*/, const std::string& /*token*/,
                              const nlohmann::detail::exception& problem) {
  // "[json.exception.parse_error.101] parse error at line 1, column 7: …": the number is the library's, not ours.
  std::string_view text = problem.what();
  if (const auto end = text.find("] "); end != std::string_view::npos) text.remove_prefix(end + 2);
  // What was last read may be a secret: a file of another kind, cut in the middle of its environment.
  if (const auto token = text.find("; last read:"); token != std::string_view::npos) text = text.substr(0, token);
  return give_up(fmt::format("not valid JSON: {}", text),
                 "a file that roofgate wrote is never like this: it was cut short, edited or is of another kind");
}

bool TreeBuilder::add(JsonNode node) {
  if (++node_count_ > max_nodes_) {
    return give_up(fmt::format("more than {} values", max_nodes_), kForeign);
  }
  if (open_.empty()) {
    root_ = std::move(node);
    return true;
  }
  auto& container = open_.back().value;
  if (auto* object = std::get_if<JsonNode::Object>(&container)) {
    object->back().node = std::move(node);
    return true;
  }
  if (auto* numbers = std::get_if<JsonNode::Numbers>(&container)) {
    JsonNode::Array mixed;  // the first value that is no number ends the compact form
    mixed.reserve(numbers->size() + 1);
    for (const double number : *numbers) mixed.push_back(JsonNode{number});
    node_count_ += numbers->size();
    container = std::move(mixed);
  }
  std::get<JsonNode::Array>(container).push_back(std::move(node));
  return true;
}

bool TreeBuilder::add_number(double value) {
  if (!open_.empty()) {
    if (auto* numbers = std::get_if<JsonNode::Numbers>(&open_.back().value)) {
      if (++number_count_ > kMaxJsonNumbers) {
        return give_up(fmt::format("more than {} numbers", kMaxJsonNumbers), kForeign);
      }
      numbers->push_back(value);
      return true;
    }
  }
  return add(JsonNode{value});
}

bool TreeBuilder::open(JsonNode node) {
  if (open_.size() == kMaxJsonDepth) {
    return give_up(fmt::format("nested deeper than {} levels", kMaxJsonDepth), kForeign);
  }
  open_.push_back(std::move(node));
  return true;
}

bool TreeBuilder::close() {
  JsonNode node = std::move(open_.back());
  open_.pop_back();
  return add(std::move(node));
}

bool TreeBuilder::check_keys() {
  const auto& object = std::get<JsonNode::Object>(open_.back().value);
  std::vector<std::string_view> keys;
  keys.reserve(object.size());
  for (const JsonMember& member : object) keys.push_back(member.key);
  std::sort(keys.begin(), keys.end());
  const auto twice = std::adjacent_find(keys.begin(), keys.end());
  if (twice == keys.end()) return true;
  return give_up(fmt::format("key '{}' appears twice in one object", printable(*twice)),
                 "keep one of the two: which one is meant cannot be known");
}

}  // namespace

Result<JsonNode> parse_json(std::string_view text, std::string_view source) {
  // nlohmann's lexer takes a NUL for the end of the text, and would not see what follows it.
  if (text.find('\0') != std::string_view::npos) {
    return fail(ErrorKind::input, "not valid JSON: holds a NUL byte", std::string{source},
                "the file is damaged or of another kind");
  }
  if (auto root = parse_json_quickly(text)) return std::move(*root);
  TreeBuilder builder{text.size()};  // slower, and says where a mistake is
  if (!json::sax_parse(text.begin(), text.end(), &builder)) return fail(builder.take_error(source));
  return builder.take_root();
}

std::string_view type_of(const JsonNode& node) {
  constexpr std::array<std::string_view, 7> kNames{"null",     "a boolean", "a number", "text",
                                                   "an array", "an array",  "an object"};
  return kNames[node.value.index()];
}

std::string pointer_token(std::string_view key) {
  std::string token;
  for (const char c : key) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else {
      token += c;
    }
  }
  return token;
}

std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, kMaxShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", byte);
    }
  }
  if (text.size() > kMaxShown) shown += "...";
  return shown;
}

}  // namespace roofgate
