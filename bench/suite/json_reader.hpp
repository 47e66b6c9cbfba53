// Strict reading of a JSON document: a value with its place. The first problem is kept, later reads give defaults, so
// that the code which reads a file reads straight through and asks once, at the end, whether all was well.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/base/result.hpp"

namespace roofgate {

/// The first thing that was wrong in a document.
class ReadingProblem {
 public:
  explicit ReadingProblem(std::string source) : source_{std::move(source)} {}
  void report(std::string_view path, std::string what, std::string hint);
  [[nodiscard]] const std::optional<Error>& first() const { return first_; }

 private:
  std::string source_;
  std::optional<Error> first_;
};

class JsonReader {
 public:
  /// `value` and `problem` outlive the reader. `path` is a JSON pointer (RFC 6901); "" is the whole document.
  JsonReader(const nlohmann::json& value, std::string path, ReadingProblem& problem)
      : value_{&value}, path_{std::move(path)}, problem_{&problem} {}

  /// Reports any member of this object that is not in `keys`, with the nearest key as a hint; reports a non-object.
  void allow_only(std::initializer_list<std::string_view> keys) const;

  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] JsonReader member(std::string_view key) const;  ///< reports its absence
  [[nodiscard]] std::vector<JsonReader> elements() const;       ///< of a non-empty array; reports anything else

  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] double positive_number() const;  ///< finite and above 0
  [[nodiscard]] std::int64_t integer(std::int64_t lowest, std::int64_t highest) const;
  /// An integer, or text with a binary unit: 8, "64 KiB", "256 MiB", "1 GiB".
  [[nodiscard]] std::int64_t byte_count() const;

  /// The text mapped through `names`; reports an unknown word with the known ones.
  template <class T>
  [[nodiscard]] T choice(std::initializer_list<std::pair<std::string_view, T>> names) const {
    const std::string word = text();
    std::vector<std::string> known;
    for (const auto& [name, value] : names) {
      if (name == word) return value;
      known.emplace_back(name);
    }
    report_unknown_word(word, known);
    return names.begin()->second;
  }

  void report(std::string what, std::string hint = {}) const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void report_unknown_word(const std::string& word, const std::vector<std::string>& known) const;

  const nlohmann::json* value_;
  std::string path_;
  ReadingProblem* problem_;
};

/// Parses `text`; a syntax error or a key that appears twice in one object is reported and gives a null document.
[[nodiscard]] nlohmann::json parse_json_document(std::string_view text, ReadingProblem& problem);

}  // namespace roofgate
