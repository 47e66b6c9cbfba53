// rocm-smi, as JSON (--json), as lines ("GPU[0] : …") and as the concise table. The first two share their keys.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bench/record/json_tree.hpp"
#include "bench/telemetry/text_fields.hpp"
#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostDocumentBytes = std::size_t{16} << 20;

std::string lower(std::string_view text) {
  std::string low{text};
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return low;
}

/// "(300Mhz)", "0: (300Mhz)" -> "300Mhz": the level's number is not the clock.
std::string_view in_parentheses(std::string_view value) {
  const std::size_t open = value.rfind('(');
  const std::size_t close = value.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return value;
  return value.substr(open + 1, close - open - 1);
}

/// Keys differ between releases in case and in a word or two ("Average", "Current Socket"); not in their core.
void take_key(DumpBuilder& dump, RawSample& sample, std::string_view name, std::string_view value,
              const std::string& place) {
  const std::string key = lower(name);
  const auto has = [&key](std::string_view part) { return key.find(part) != std::string::npos; };
  if (key == "gpu use (%)") {
    dump.set(sample, Field::utilisation, value, place);
  } else if (has("package power (w)")) {
    dump.set(sample, key.starts_with("max") ? Field::power_limit : Field::power, value, place);
  } else if (has("sclk clock")) {
    dump.set(sample, Field::clock, in_parentheses(value), place);
  } else if (has("mclk clock")) {
    dump.set(sample, Field::memory_clock, in_parentheses(value), place);
  } else if (has("sensor junction") || (has("sensor edge") && !sample.seen.temperature)) {
    dump.set(sample, Field::temperature, value, place);
  } else if (key == "card series" || (key == "device name" && sample.name.empty())) {
    dump.set(sample, Field::name, value, place);
  } else if (key == "pci bus") {
    dump.set(sample, Field::pci_bus_id, value, place);
  } else if (key == "unique id") {
    dump.set(sample, Field::uuid, value, place);
  }
}

std::string text_of(const JsonNode& node) {
  if (const auto* text = std::get_if<std::string>(&node.value)) return *text;
  if (const auto* number = std::get_if<double>(&node.value)) return fmt::format("{}", *number);
  return "N/A";
}

void take_document(DumpBuilder& dump, const std::string& text, const std::string& source, std::size_t number) {
  const std::string place = fmt::format("document {}", number);
  const Result<JsonNode> root = parse_json(text, source);
  const auto* cards = root ? std::get_if<JsonNode::Object>(&root->value) : nullptr;
  if (cards == nullptr) {
    dump.remarks().refuse(root ? "is no JSON object" : "is no JSON: " + root.error().what, place);
    return;
  }
  std::string driver;
  for (const JsonMember& member : *cards) {
    const auto* fields = std::get_if<JsonNode::Object>(&member.node.value);
    if (member.key != "system" || fields == nullptr) continue;
    for (const JsonMember& field : *fields) {
      if (lower(field.key) == "driver version") driver = text_of(field.node);
    }
  }
  for (const JsonMember& member : *cards) {
    const auto* fields = std::get_if<JsonNode::Object>(&member.node.value);
    if (!member.key.starts_with("card") || fields == nullptr) continue;
    RawSample sample;
    sample.driver = driver;
    const std::string card = fmt::format("{}, {}", place, printable(member.key));
    dump.set(sample, Field::index, std::string_view{member.key}.substr(4), card);
    for (const JsonMember& field : *fields) take_key(dump, sample, field.key, text_of(field.node), card);
    dump.add(sample, card);
  }
}

/// Finds where one top-level object ends and the next begins; what stands between them (warnings) is skipped.
class ObjectSplitter {
 public:
  /// True when the object is complete; `text` then holds it until the next call.
  bool add(char letter) {
    if (done_) text_.clear();
    done_ = false;
    if (depth_ == 0 && letter != '{') return false;
    text_ += letter;
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (letter == '\\') {
        escaped_ = true;
      } else if (letter == '"') {
        in_string_ = false;
      }
      return false;
    }
    if (letter == '"') in_string_ = true;
    if (letter == '{') ++depth_;
    if (letter == '}' && --depth_ == 0) done_ = true;
    return done_;
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_open() const { return depth_ > 0; }

 private:
  std::string text_;
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool done_ = false;
};

/// "GPU[0]		: key: value" -> 0, "key: value".
std::optional<std::pair<std::string_view, std::string_view>> device_line(std::string_view line) {
  if (!line.starts_with("GPU[")) return std::nullopt;
  const std::size_t close = line.find(']');
  const std::size_t colon = line.find(':');
  if (close == std::string_view::npos || colon == std::string_view::npos || colon < close) return std::nullopt;
  return std::pair{line.substr(4, close - 4), trimmed(line.substr(colon + 1))};
}

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() > end.size() && lower(text.substr(text.size() - end.size())) == end;
}

/// A row of the concise table: its columns differ between releases, its units do not.
void take_row(DumpBuilder& dump, const std::vector<std::string_view>& words, const std::string& place) {
  std::vector<std::string_view> watts;
  std::vector<std::string_view> clocks;
  RawSample sample;
  dump.set(sample, Field::index, words.front(), place);
  for (const std::string_view word : words) {
    if (ends_with_ignoring_case(word, "mhz")) clocks.push_back(word);
    if (ends_with_ignoring_case(word, "w")) watts.push_back(word);
    if (ends_with_ignoring_case(word, "c") && number_of(word.substr(0, word.size() - 1))) {
      dump.set(sample, Field::temperature, word, place);
    }
    if (word.starts_with("0x") && sample.name.empty()) sample.name = "AMD " + std::string{word.substr(0, 6)};
  }
  if (words.back().ends_with('%')) dump.set(sample, Field::utilisation, words.back(), place);
  // One of a pair alone could be either.
  if (watts.size() == 2) {
    dump.set(sample, Field::power, watts[0], place);
    dump.set(sample, Field::power_limit, watts[1], place);
  }
  if (clocks.size() == 2) {
    dump.set(sample, Field::clock, clocks[0], place);
    dump.set(sample, Field::memory_clock, clocks[1], place);
  }
  if (watts.size() == 1 || clocks.size() == 1) {
    dump.remarks().doubt("one power or clock where there should be two: it could be either, and is left out", place);
  }
  dump.add(sample, place);
}

std::string without_degree_signs(std::string_view line) {
  constexpr std::string_view kDegree = "\xc2\xb0";
  std::string plain{line};
  for (std::size_t at = plain.find(kDegree); at != std::string::npos; at = plain.find(kDegree, at)) plain.erase(at, 2);
  return plain;
}

bool is_table_header(std::string_view line) {
  return line.find("SCLK") != std::string_view::npos && line.find("MCLK") != std::string_view::npos &&
         line.find("PwrCap") != std::string_view::npos;
}

}  // namespace

bool fits_rocm_smi_json(std::string_view head) {
  return head.find("{\"card") != std::string_view::npos ||
         (head.find("\"card") != std::string_view::npos && head.find("\"Device ID\"") != std::string_view::npos);
}

bool fits_rocm_smi_table(std::string_view head) { return is_table_header(head); }

bool fits_rocm_smi_text(std::string_view head) {
  return head.starts_with("GPU[") || head.find("\nGPU[") != std::string_view::npos;
}

Result<TelemetryDump> read_rocm_smi_json(TextStream& stream, const std::string& source) {
  DumpBuilder dump{"rocm-smi JSON"};
  ObjectSplitter splitter;
  std::size_t number = 0;
  for (int letter = stream.next(); letter >= 0; letter = stream.next()) {
    if (splitter.add(static_cast<char>(letter))) take_document(dump, splitter.text(), source, ++number);
    if (splitter.text().size() > kMostDocumentBytes) {
      return fail(ErrorKind::input, "a document of more than 16 MiB is no output of rocm-smi", source);
    }
  }
  if (splitter.is_open()) dump.remarks().refuse("the last object does not end", fmt::format("document {}", number + 1));
  return dump.finish();
}

Result<TelemetryDump> read_rocm_smi_table(TextStream& stream, const std::string& /*source*/) {
  DumpBuilder dump{"rocm-smi table"};
  bool in_table = false;
  while (const auto line = stream.line()) {
    if (is_table_header(*line)) in_table = true;
    const std::string plain = without_degree_signs(*line);
    const auto words = fields_of(plain);
    if (!in_table || words.size() < 6 || !number_of(words.front())) continue;
    take_row(dump, words, fmt::format("line {}", stream.line_number()));
  }
  return dump.finish();
}

Result<TelemetryDump> read_rocm_smi_text(TextStream& stream, const std::string& /*source*/) {
  DumpBuilder dump{"rocm-smi text"};
  std::map<std::string, RawSample, std::less<>> samples;
  while (const auto line = stream.line()) {
    const auto parts = device_line(trimmed(*line));
    if (!parts || samples.size() > 4096) continue;
    const std::string place = fmt::format("line {}", stream.line_number());
    const std::size_t colon = parts->second.find(": ");
    if (colon == std::string_view::npos) continue;
    RawSample& sample = samples[std::string{parts->first}];
    dump.set(sample, Field::index, parts->first, place);
    take_key(dump, sample, parts->second.substr(0, colon), parts->second.substr(colon + 2), place);
  }
  for (const auto& [index, sample] : samples) dump.add(sample, "GPU[" + index + "]");
  return dump.finish();
}

}  // namespace roofgate
