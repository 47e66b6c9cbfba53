#include "kernels/base/text_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace roofgate {
namespace {

constexpr std::string_view kBlank{" \t\r\n\0", 5};

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t start = line.find_first_not_of(kBlank); start != std::string_view::npos;) {
    const std::size_t end = line.find_first_of(kBlank, start);
    fields.push_back(line.substr(start, end - start));
    start = end == std::string_view::npos ? end : line.find_first_not_of(kBlank, end);
  }
  return fields;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string without_escapes(std::string_view line) {
  std::string plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
      i += 2;
      while (i < line.size() && (line[i] < '@' || line[i] > '~')) ++i;
      continue;
    }
    plain += line[i];
  }
  return plain;
}

std::optional<double> strict_number_of(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> number_of(std::string_view text) { return strict_number_of(trimmed(text)); }

std::string lower_case(std::string_view text) {
  std::string low{text};
  std::transform(low.begin(), low.end(), low.begin(), [](char letter) { return lower_case(letter); });
  return low;
}

std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  for (const std::string_view line : lines_of(text)) {
    if (line.substr(0, key.size()) != key || line.size() == key.size()) continue;
    const std::string_view rest = line.substr(key.size());
    if (kBlank.find(rest.front()) == std::string_view::npos && rest.front() != ':' && rest.front() != '=') continue;
    const std::string_view value = trimmed(rest);
    const bool marked = !value.empty() && (value.front() == ':' || value.front() == '=');
    return trimmed(marked ? value.substr(1) : value);
  }
  return std::nullopt;
}

}  // namespace roofgate
