// Strict reading of a JSON tree: every key must be known, be there and have the right type. Mistakes do not interrupt
// the reader; the first one is kept and ends the reading of the whole file.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record/json_tree.hpp"

namespace roofgate {

/// The first mistake of one file.
class JsonMistakes {
 public:
  explicit JsonMistakes(std::string_view source) : source_{source} {}
  void add(const std::string& place, std::string what, std::string hint = {});
  [[nodiscard]] const std::optional<Error>& first() const { return first_; }

 private:
  std::string source_;
  std::optional<Error> first_;
};

/// One JSON object while it is read. Getters note a mistake and return an empty value where the key is missing or has
/// another type; `or_null` ones take null as "not known". `finish` notes keys that nobody asked for. Arrays and text
/// are moved out of the tree.
class JsonFields {
 public:
  JsonFields(JsonMistakes& mistakes, JsonNode& node, std::string place);

  /// For keys that may be left out: does not count as asked for.
  [[nodiscard]] bool has(std::string_view key) const;

  [[nodiscard]] std::string text(std::string_view key);
  [[nodiscard]] std::string text_or_empty(std::string_view key);  ///< null is the empty text
  [[nodiscard]] bool boolean(std::string_view key);
  [[nodiscard]] int integer(std::string_view key, int minimum);
  [[nodiscard]] double number(std::string_view key, double minimum);
  [[nodiscard]] std::optional<double> number_or_null(std::string_view key, double minimum);
  [[nodiscard]] std::optional<int> integer_or_null(std::string_view key, int minimum);
  [[nodiscard]] std::optional<bool> boolean_or_null(std::string_view key);
  [[nodiscard]] std::vector<double> numbers(std::string_view key);
  [[nodiscard]] std::vector<std::vector<double>> number_rows(std::string_view key);
  [[nodiscard]] std::vector<std::string> texts(std::string_view key);
  [[nodiscard]] std::map<std::string, std::string> text_map(std::string_view key);
  /// Index of the text among `names`.
  [[nodiscard]] std::size_t choice(std::string_view key, std::initializer_list<std::string_view> names);

  using Visit = std::function<void(JsonFields&)>;
  using VisitNamed = std::function<void(const std::string& key, JsonFields&)>;
  using VisitNode = std::function<void(const std::string& key, JsonNode&, const std::string& place)>;
  void object(std::string_view key, const Visit& visit);
  void objects(std::string_view key, const Visit& visit);          ///< an array of objects
  void object_map(std::string_view key, const VisitNamed& visit);  ///< an object of objects
  void members(std::string_view key, const VisitNode& visit);      ///< an object of anything

  void skip(std::string_view key);  ///< known, and read elsewhere
  void finish();

  [[nodiscard]] const std::string& place() const { return place_; }
  void mistake(std::string_view key, std::string what, std::string hint = {});
  void mistake_at(const std::string& place, std::string what) { mistakes_->add(place, std::move(what)); }

 private:
  JsonNode* find(std::string_view key);
  template <class T>
  T* find_as(std::string_view key, std::string_view wanted);
  void wrong_type(std::string_view key, const JsonNode& node, std::string_view wanted);
  std::vector<JsonNode> array(std::string_view key, std::string_view wanted);

  JsonMistakes* mistakes_;
  JsonNode::Object* object_;
  std::string place_;
  std::vector<std::string_view> asked_;
};

/// Reads the root of a versioned file: an object whose "schema" is `schema`, "roofgate.record/1". A newer version says
/// so, before anything else in the file can be misunderstood.
[[nodiscard]] Result<void> check_schema(JsonNode& root, std::string_view schema, std::string_view source);

}  // namespace roofgate
