#include "bench/record/json_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

bool is_integer(double value) {
  return std::floor(value) == value && std::abs(value) <= std::numeric_limits<int>::max();
}

}  // namespace

void JsonMistakes::add(const std::string& place, std::string what, std::string hint) {
  if (first_) return;
  first_ = Error{ErrorKind::input, std::move(what), fmt::format("{}: {}", source_, place.empty() ? "/" : place),
                 std::move(hint)};
}

JsonFields::JsonFields(JsonMistakes& mistakes, JsonNode& node, std::string place)
    : mistakes_{&mistakes}, object_{std::get_if<JsonNode::Object>(&node.value)}, place_{std::move(place)} {
  if (object_ == nullptr) mistakes_->add(place_, fmt::format("is {}, not an object", type_of(node)));
}

void JsonFields::mistake(std::string_view key, std::string what, std::string hint) {
  mistakes_->add(fmt::format("{}/{}", place_, printable(pointer_token(key))), std::move(what), std::move(hint));
}

bool JsonFields::has(std::string_view key) const {
  if (object_ == nullptr) return false;
  return std::any_of(object_->begin(), object_->end(), [&](const JsonMember& m) { return m.key == key; });
}

JsonNode* JsonFields::find(std::string_view key) {
  asked_.push_back(key);
  if (object_ == nullptr) return nullptr;
  const auto member = std::find_if(object_->begin(), object_->end(), [&](const JsonMember& m) { return m.key == key; });
  if (member != object_->end()) return &member->node;
  mistakes_->add(place_, fmt::format("key '{}' is missing", key),
                 "write null for what is not known, never leave it out");
  return nullptr;
}

void JsonFields::wrong_type(std::string_view key, const JsonNode& node, std::string_view wanted) {
  mistake(key, fmt::format("is {}, not {}", type_of(node), wanted));
}

template <class T>
T* JsonFields::find_as(std::string_view key, std::string_view wanted) {
  JsonNode* node = find(key);
  if (node == nullptr) return nullptr;
  T* value = std::get_if<T>(&node->value);
  if (value == nullptr) wrong_type(key, *node, wanted);
  return value;
}

std::string JsonFields::text(std::string_view key) {
  auto* value = find_as<std::string>(key, "text");
  return value != nullptr ? std::move(*value) : std::string{};
}

std::string JsonFields::text_or_empty(std::string_view key) {
  JsonNode* node = find(key);
  if (node == nullptr || std::holds_alternative<std::monostate>(node->value)) return {};
  auto* value = std::get_if<std::string>(&node->value);
  if (value == nullptr) {
    wrong_type(key, *node, "text or null");
    return {};
  }
  if (value->empty()) mistake(key, "is empty text", "write null for what is not known");
  return std::move(*value);
}

bool JsonFields::boolean(std::string_view key) {
  const auto* value = find_as<bool>(key, "true or false");
  return value != nullptr && *value;
}

double JsonFields::number(std::string_view key, double minimum) {
  const auto* value = find_as<double>(key, "a number");
  if (value == nullptr) return 0.0;
  if (!(*value >= minimum)) mistake(key, fmt::format("is {}, which is under {}", *value, minimum));
  return *value;
}

int JsonFields::integer(std::string_view key, int minimum) {
  const double value = number(key, minimum);
  if (is_integer(value)) return static_cast<int>(value);
  mistake(key, fmt::format("is {}, not a whole number of at most {}", value, std::numeric_limits<int>::max()));
  return 0;
}

std::optional<double> JsonFields::number_or_null(std::string_view key, double minimum) {
  JsonNode* node = find(key);
  if (node == nullptr || std::holds_alternative<std::monostate>(node->value)) return std::nullopt;
  asked_.pop_back();
  if (!std::holds_alternative<double>(node->value)) {
    asked_.push_back(key);
    wrong_type(key, *node, "a number or null");
    return std::nullopt;
  }
  return number(key, minimum);
}

std::optional<int> JsonFields::integer_or_null(std::string_view key, int minimum) {
  const auto value = number_or_null(key, minimum);
  if (!value) return std::nullopt;
  if (!is_integer(*value)) mistake(key, fmt::format("is {}, not a whole number", *value));
  return is_integer(*value) ? static_cast<int>(*value) : 0;
}

std::optional<bool> JsonFields::boolean_or_null(std::string_view key) {
  JsonNode* node = find(key);
  if (node == nullptr || std::holds_alternative<std::monostate>(node->value)) return std::nullopt;
  const bool* value = std::get_if<bool>(&node->value);
  if (value == nullptr) wrong_type(key, *node, "true, false or null");
  return value != nullptr ? std::optional<bool>{*value} : std::nullopt;
}

std::vector<double> JsonFields::numbers(std::string_view key) {
  JsonNode* node = find(key);
  if (node == nullptr) return {};
  if (auto* numbers = std::get_if<JsonNode::Numbers>(&node->value)) return std::move(*numbers);
  if (const auto* mixed = std::get_if<JsonNode::Array>(&node->value)) {
    for (std::size_t i = 0; i < mixed->size(); ++i) {
      if (std::holds_alternative<double>((*mixed)[i].value)) continue;
      mistakes_->add(fmt::format("{}/{}/{}", place_, key, i), fmt::format("is {}, not a number", type_of((*mixed)[i])));
    }
    return {};
  }
  wrong_type(key, *node, "an array of numbers");
  return {};
}

std::vector<JsonNode> JsonFields::array(std::string_view key, std::string_view wanted) {
  JsonNode* node = find(key);
  if (node == nullptr) return {};
  if (auto* nodes = std::get_if<JsonNode::Array>(&node->value)) return std::move(*nodes);
  if (const auto* numbers = std::get_if<JsonNode::Numbers>(&node->value)) {
    if (!numbers->empty())
      mistakes_->add(fmt::format("{}/{}/0", place_, key), fmt::format("is a number, not {}", wanted));
    return {};
  }
  wrong_type(key, *node, "an array");
  return {};
}

std::vector<std::vector<double>> JsonFields::number_rows(std::string_view key) {
  std::vector<std::vector<double>> rows;
  std::vector<JsonNode> nodes = array(key, "an array of numbers");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (auto* row = std::get_if<JsonNode::Numbers>(&nodes[i].value)) {
      rows.push_back(std::move(*row));
    } else {
      mistakes_->add(fmt::format("{}/{}/{}", place_, key, i), "is not an array of numbers");
    }
  }
  return rows;
}

std::vector<std::string> JsonFields::texts(std::string_view key) {
  std::vector<std::string> values;
  std::vector<JsonNode> nodes = array(key, "text");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (auto* value = std::get_if<std::string>(&nodes[i].value)) {
      values.push_back(std::move(*value));
    } else {
      mistakes_->add(fmt::format("{}/{}/{}", place_, key, i), fmt::format("is {}, not text", type_of(nodes[i])));
    }
  }
  return values;
}

void JsonFields::members(std::string_view key, const VisitNode& visit) {
  auto* object = find_as<JsonNode::Object>(key, "an object");
  if (object == nullptr) return;
  for (JsonMember& member : *object) {
    visit(member.key, member.node, fmt::format("{}/{}/{}", place_, key, printable(pointer_token(member.key))));
  }
}

std::map<std::string, std::string> JsonFields::text_map(std::string_view key) {
  std::map<std::string, std::string> values;
  members(key, [&](const std::string& name, JsonNode& node, const std::string& place) {
    if (auto* value = std::get_if<std::string>(&node.value)) {
      values.emplace(name, std::move(*value));
    } else {
      mistakes_->add(place, fmt::format("is {}, not text", type_of(node)));
    }
  });
  return values;
}

std::size_t JsonFields::choice(std::string_view key, std::initializer_list<std::string_view> names) {
  const auto* value = find_as<std::string>(key, "text");
  if (value == nullptr) return 0;
  const auto* found = std::find(names.begin(), names.end(), *value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::vector<std::string> known{names.begin(), names.end()};
  mistake(key, fmt::format("is '{}'", printable(*value)), hint_of_names(printable(*value), known));
  return 0;
}

void JsonFields::object(std::string_view key, const Visit& visit) {
  JsonNode* node = find(key);
  if (node == nullptr) return;
  JsonFields inner{*mistakes_, *node, fmt::format("{}/{}", place_, key)};
  if (inner.object_ == nullptr) return;
  visit(inner);
  inner.finish();
}

void JsonFields::objects(std::string_view key, const Visit& visit) {
  std::vector<JsonNode> nodes = array(key, "an object");
  for (std::size_t i = 0; i < nodes.size() && !mistakes_->first(); ++i) {
    JsonFields inner{*mistakes_, nodes[i], fmt::format("{}/{}/{}", place_, key, i)};
    if (inner.object_ == nullptr) return;
    visit(inner);
    inner.finish();
    nodes[i] = JsonNode{};  // its memory is not needed any more: large files are read in little more than their size
  }
}

void JsonFields::object_map(std::string_view key, const VisitNamed& visit) {
  members(key, [&](const std::string& name, JsonNode& node, const std::string& place) {
    if (mistakes_->first()) return;
    JsonFields inner{*mistakes_, node, place};
    if (inner.object_ == nullptr) return;
    visit(name, inner);
    inner.finish();
    node = JsonNode{};  // as in objects()
  });
}

void JsonFields::skip(std::string_view key) { asked_.push_back(key); }

void JsonFields::finish() {
  if (object_ == nullptr) return;
  for (const JsonMember& member : *object_) {
    if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
    const std::vector<std::string> known{asked_.begin(), asked_.end()};
    mistake(member.key, "unknown key", hint_of_names(printable(member.key), known));
    return;
  }
}

Result<void> check_schema(JsonNode& root, std::string_view schema, std::string_view source) {
  const std::string place = std::string{source} + ": /schema";
  const auto* object = std::get_if<JsonNode::Object>(&root.value);
  if (object == nullptr) {
    return fail(ErrorKind::input, fmt::format("the file holds {}, not an object", type_of(root)),
                std::string{source} + ": /", fmt::format("a {} file is needed", schema));
  }
  const auto member =
      std::find_if(object->begin(), object->end(), [](const JsonMember& m) { return m.key == "schema"; });
  const auto* found = member != object->end() ? std::get_if<std::string>(&member->node.value) : nullptr;
  if (found == nullptr) {
    return fail(ErrorKind::input, "key 'schema' is missing or not text", place,
                fmt::format("a {} file is needed; was this file written by roofgate?", schema));
  }
  if (*found == schema) return {};
  const std::string family{schema.substr(0, schema.find('/') + 1)};
  if (found->starts_with(family)) {
    return fail(ErrorKind::input, fmt::format("schema is '{}', this program reads '{}'", printable(*found), schema),
                place, "use the version of roofgate that wrote the file, or a newer one");
  }
  // Text of a file that is not ours is not repeated.
  const std::string is = found->starts_with("roofgate.") ? fmt::format("'{}'", printable(*found)) : "another tool's";
  return fail(ErrorKind::input, fmt::format("schema is {}, not '{}'", is, schema), place,
              "this is a file of another kind");
}

}  // namespace roofgate
