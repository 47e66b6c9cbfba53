#include "bench/telemetry/text_fields.hpp"

#include <charconv>
#include <cmath>

namespace roofgate {
namespace {

constexpr std::string_view kBlank{" \t\r\n\0", 5};
constexpr int kMostCpus = 65536;

std::optional<int> index_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value >= kMostCpus) return std::nullopt;
  return value;
}

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

std::optional<double> number_of(std::string_view text) {
  text = trimmed(text);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
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

std::vector<int> cpus_of(std::string_view list) {
  std::vector<int> cpus;
  list = trimmed(list);
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view part = list.substr(0, comma);
    const std::size_t dash = part.find('-');
    const std::optional<int> first = index_of(part.substr(0, dash));
    const std::optional<int> last = dash == std::string_view::npos ? first : index_of(part.substr(dash + 1));
    if (!first || !last || *last < *first) return {};
    for (int cpu = *first; cpu <= *last; ++cpu) cpus.push_back(cpu);
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return cpus;
}

}  // namespace roofgate
