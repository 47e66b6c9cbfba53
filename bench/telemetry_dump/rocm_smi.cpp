// rocm-smi, as JSON (--json), as lines ("GPU[0] : …") and as the concise table. The first two share their keys.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "bench/record/json_tree.hpp"
#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostDocumentBytes = std::size_t{16} << 20;

/// "(300Mhz)", "0: (300Mhz)" -> "300Mhz": the level's number is not the clock.
std::string_view in_parentheses(std::string_view value) {
  const std::size_t open = value.rfind('(');
  const std::size_t close = value.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return value;
  return value.substr(open + 1, close - open - 1);
}

/// Keys differ between releases in case and in a word or two ("Average", "Current Socket"); not in their core. `key` is
/// in lower case.
std::optional<Field> field_of_key(std::string_view key) {
  const auto has = [key](std::string_view part) { return key.find(part) != std::string_view::npos; };
  if (key == "gpu use (%)") return Field::utilisation;
  if (has("package power (w)")) return key.starts_with("max") ? Field::power_limit : Field::power;
  if (has("sclk clock")) return Field::clock;
  if (has("mclk clock")) return Field::memory_clock;
  if (has("sensor junction") || has("sensor edge")) return Field::temperature;
  if (key == "card series" || key == "device name") return Field::name;
  if (key == "pci bus") return Field::pci_bus_id;
  if (key == "unique id") return Field::uuid;
  return std::nullopt;
}

void take_key(DumpBuilder& dump, RawSample& sample, std::string_view name, std::string_view value,
              const std::string& place) {
  const std::string key = lower_case(name);
  const auto field = field_of_key(key);
  // The hottest spot and the model's name stand above their stand-ins.
  const bool edge_is_outdone = key.find("sensor edge") != std::string::npos && sample.seen.temperature;
  const bool name_is_outdone = key == "device name" && !sample.name.empty();
  if (!field || edge_is_outdone || name_is_outdone) return;
  const bool is_clock = field == Field::clock || field == Field::memory_clock;
  dump.set(sample, *field, is_clock ? in_parentheses(value) : value, place);
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
      if (lower_case(field.key) == "driver version") driver = text_of(field.node);
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
  return text.size() > end.size() && lower_case(text.substr(text.size() - end.size())) == end;
}

/// Gathers the lines of one snapshot, device by device: a line that comes again for the same device is of the next.
class Snapshots {
 public:
  explicit Snapshots(DumpBuilder& dump) : dump_{&dump} {}

  void take(std::string_view index, std::string_view name, std::string_view value, const std::string& place) {
    std::string key = lower_case(name);
    if (!field_of_key(key)) return;
    const auto known = devices_.find(index);
    if (known == devices_.end() && devices_.size() >= kMostDevices) {
      dump_->remarks().refuse(fmt::format("more than {} devices", kMostDevices), place);
      return;
    }
    Device& device = known != devices_.end() ? known->second : devices_[std::string{index}];
    if (device.keys.contains(key) || device.keys.size() >= kMostKeys) flush();
    device.keys.insert(std::move(key));
    dump_->set(device.sample, Field::index, index, place);
    take_key(*dump_, device.sample, name, value, place);
  }

  void flush() {
    for (auto& [index, device] : devices_) {
      if (device.keys.empty()) continue;
      dump_->add(device.sample, "GPU[" + index + "]");
      device.keys.clear();
      device.sample.seen = {};  // whose it is stays: a snapshot may tell it once
    }
  }

 private:
  static constexpr std::size_t kMostDevices = 4096;
  static constexpr std::size_t kMostKeys = 64;

  struct Device {
    RawSample sample;
    std::set<std::string> keys;  ///< that the snapshot has told
  };

  DumpBuilder* dump_;
  std::map<std::string, Device, std::less<>> devices_;
};

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

Result<TelemetryDump> read_rocm_smi_json(DumpLines& stream, const std::string& source) {
  DumpBuilder dump{"rocm-smi JSON", stream};
  ObjectSplitter splitter;
  std::size_t number = 0;
  for (int letter = stream.stream().next(); letter >= 0; letter = stream.stream().next()) {
    if (splitter.add(static_cast<char>(letter))) take_document(dump, splitter.text(), source, ++number);
    if (splitter.text().size() > kMostDocumentBytes) {
      return fail(ErrorKind::input, "a document of more than 16 MiB is no output of rocm-smi", source);
    }
  }
  if (splitter.is_open()) dump.remarks().refuse("the last object does not end", fmt::format("document {}", number + 1));
  return dump.finish();
}

Result<TelemetryDump> read_rocm_smi_table(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"rocm-smi table", stream};
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

Result<TelemetryDump> read_rocm_smi_text(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"rocm-smi text", stream};
  Snapshots snapshots{dump};
  while (const auto line = stream.line()) {
    const auto parts = device_line(trimmed(*line));
    const std::size_t colon = parts ? parts->second.find(": ") : std::string_view::npos;
    if (colon == std::string_view::npos) continue;
    snapshots.take(parts->first, parts->second.substr(0, colon), parts->second.substr(colon + 2),
                   fmt::format("line {}", stream.line_number()));
  }
  snapshots.flush();
  return dump.finish();
}

}  // namespace roofgate
