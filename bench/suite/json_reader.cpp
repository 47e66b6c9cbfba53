#include "bench/suite/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/suite/size_text.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

const nlohmann::json kNothing;

std::string type_name(const nlohmann::json& value) {
  if (value.is_null()) return "null";
  if (value.is_number()) return fmt::format("the number {}", value.dump());
  if (value.is_string()) return fmt::format("the text {}", value.dump());
  return value.type_name();
}

}  // namespace

void ReadingProblem::report(std::string_view path, std::string what, std::string hint) {
  if (first_) return;
  const std::string place = path.empty() ? source_ : fmt::format("{}: {}", source_, path);
  first_ = Error{ErrorKind::input, std::move(what), place, std::move(hint)};
}

void JsonReader::report(std::string what, std::string hint) const {
  problem_->report(path_, std::move(what), std::move(hint));
}

void JsonReader::report_unknown_word(const std::string& word, const std::vector<std::string>& known) const {
  report(fmt::format("unknown value '{}'", word), hint_of_names(word, known));
}

void JsonReader::allow_only(std::initializer_list<std::string_view> keys) const {
  if (!value_->is_object()) {
    report(fmt::format("expected an object, found {}", type_name(*value_)));
    return;
  }
  for (const auto& [key, unused] : value_->items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::vector<std::string> known(keys.begin(), keys.end());
    problem_->report(fmt::format("{}/{}", path_, key), fmt::format("unknown key '{}'", key), hint_of_names(key, known));
  }
}

bool JsonReader::has(std::string_view key) const { return value_->is_object() && value_->contains(std::string{key}); }

JsonReader JsonReader::member(std::string_view key) const {
  std::string path = fmt::format("{}/{}", path_, key);
  if (!has(key)) {
    report(fmt::format("the key '{}' is missing", key), fmt::format("add \"{}\"; docs/suites.md lists the keys", key));
    return {kNothing, std::move(path), *problem_};
  }
  return {(*value_)[std::string{key}], std::move(path), *problem_};
}

std::vector<JsonReader> JsonReader::elements() const {
  std::vector<JsonReader> elements;
  if (!value_->is_array() || value_->empty()) {
    report(fmt::format("expected a non-empty array, found {}",
                       value_->is_array() ? std::string{"an empty one"} : type_name(*value_)),
           "write the values in brackets, even one: [4096]");
    return elements;
  }
  elements.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    elements.emplace_back((*value_)[i], fmt::format("{}/{}", path_, i), *problem_);
  }
  return elements;
}

bool JsonReader::is_text() const { return value_->is_string(); }

bool JsonReader::is_object() const { return value_->is_object(); }

std::string JsonReader::text() const {
  if (!value_->is_string() || value_->get_ref<const std::string&>().empty()) {
    report(fmt::format("expected a text, found {}", type_name(*value_)));
    return {};
  }
  return value_->get<std::string>();
}

double JsonReader::positive_number() const {
  const double number = value_->is_number() ? value_->get<double>() : 0.0;
  if (number > 0.0 && std::isfinite(number)) return number;
  report(fmt::format("expected a number above 0, found {}", type_name(*value_)));
  return 1.0;
}

std::int64_t JsonReader::integer(std::int64_t lowest, std::int64_t highest) const {
  const bool fits = value_->is_number_integer() &&
                    (!value_->is_number_unsigned() || value_->get<std::uint64_t>() <= std::uint64_t{1} << 62U);
  const std::int64_t number = fits ? value_->get<std::int64_t>() : 0;
  if (fits && number >= lowest && number <= highest) return number;
  report(fmt::format("expected an integer from {} to {}, found {}", lowest, highest, type_name(*value_)));
  return lowest;
}

std::int64_t JsonReader::byte_count() const {
  if (!value_->is_string()) return integer(1, kMaxByteCount);
  const auto bytes = parse_size_text(value_->get_ref<const std::string&>());
  if (bytes) return *bytes;
  report(bytes.error().what, bytes.error().hint);
  return 1;
}

nlohmann::json parse_json_document(std::string_view text, ReadingProblem& problem) {
  std::vector<std::set<std::string>> keys;
  const auto watch_keys = [&](int /*depth*/, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    if (event == nlohmann::json::parse_event_t::object_start) keys.emplace_back();
    if (event == nlohmann::json::parse_event_t::object_end) keys.pop_back();
    if (event == nlohmann::json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      problem.report({}, fmt::format("the key '{}' appears twice in one object", parsed.get<std::string>()),
                     "keep one of the two");
    }
    return true;
  };
  try {
    nlohmann::json document = nlohmann::json::parse(text, watch_keys);
    return problem.first() ? nlohmann::json{} : document;
  } catch (const nlohmann::json::exception& error) {
    problem.report({}, fmt::format("not valid JSON: {}", error.what()),
                   "check the file with: python3 -m json.tool FILE");
    return {};
  }
}

}  // namespace roofgate
