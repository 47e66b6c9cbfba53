#include "bench/record/json_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace roofgate {

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

std::string json_number(std::optional<double> value) { return value ? json_number(*value) : "null"; }

std::string json_array(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ", ";
    if (std::isfinite(value)) {
      fmt::format_to(std::back_inserter(text), "{}", value);
    } else {
      text += "null";
    }
  }
  return text + "]";
}

std::string json_array(std::span<const std::string> values) {
  std::string text = "[";
  for (const std::string& value : values) {
    if (text.size() > 1) text += ", ";
    text += json_string(value);
  }
  return text + "]";
}

std::string json_object(const std::map<std::string, std::string>& values) {
  std::string text = "{";
  for (const auto& [key, value] : values) {
    if (text.size() > 1) text += ", ";
    text += json_string(key) + ": " + json_string(value);
  }
  return text + "}";
}

}  // namespace roofgate
