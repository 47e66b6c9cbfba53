#include "bench/readers/nvbench/json.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "bench/readers/json_stream.hpp"
#include "bench/readers/nvbench/import.hpp"
#include "bench/readers/nvbench/sample_file.hpp"

namespace roofgate {
namespace {

std::string words_of(JsonNode& node, std::string_view key) {
  const std::string* text = text_of(find_member(node, key));
  return text != nullptr ? text->substr(0, 1024) : std::string{};
}

bool is_true(JsonNode& node, std::string_view key) {
  const JsonNode* found = find_member(node, key);
  const bool* value = found != nullptr ? std::get_if<bool>(&found->value) : nullptr;
  return value != nullptr && *value;
}

int integer_of(JsonNode& node, std::string_view key) {
  const auto value = number_of(find_member(node, key));
  return value && *value >= 0 && *value < 1e9 ? static_cast<int>(*value) : 0;
}

Bytes bytes_of(JsonNode& node, std::string_view key) {
  const auto value = number_of(find_member(node, key));
  return Bytes{value && *value >= 0 && *value < 1e18 ? *value : 0};
}

DeviceInfo device_of(JsonNode& node) {
  DeviceInfo device;
  device.index = integer_of(node, "id");
  device.name = words_of(node, "name").substr(0, 128);
  device.compute_capability = integer_of(node, "sm_version") / 10;
  device.multiprocessors = integer_of(node, "number_of_sms");
  device.memory = bytes_of(node, "global_memory_size");
  device.l2_cache = bytes_of(node, "l2_cache_size");
  if (const int bits = integer_of(node, "global_memory_bus_width"); bits > 0) device.memory_bus_bits = bits;
  if (find_member(node, "ecc_state") != nullptr) device.ecc_enabled = is_true(node, "ecc_state");
  return device;
}

/// One figure of a state: version 0.2 gives it a tag, the first releases a sentence. The value stands in a "data" array
/// of named, typed texts, or in "value" itself.
struct Summary {
  std::string name;
  std::map<std::string, std::string> data;
};

Summary summary_of(JsonNode& node, const std::string& key) {
  Summary summary;
  summary.name = words_of(node, "tag");
  if (summary.name.empty()) summary.name = key;
  if (summary.name.empty()) summary.name = words_of(node, "name");
  for (JsonNode& datum : elements_of(find_member(node, "data"))) {
    summary.data[words_of(datum, "name")] = words_of(datum, "value");
  }
  if (JsonNode* value = find_member(node, "value")) summary.data["value"] = words_of(*value, "value");
  return summary;
}

std::optional<double> figure_of(const Summary& summary, const std::string& name) {
  const auto found = summary.data.find(name);
  if (found == summary.data.end()) return std::nullopt;
  JsonNode node;
  node.value = found->second;
  return number_of(&node);
}

void take_summary(const Summary& summary, NvbenchState& state, const std::string& file, Remarks& remarks,
                  const std::string& place) {
  const std::string& name = summary.name;
  const auto is = [&](std::string_view tag, std::string_view sentence) { return name == tag || name == sentence; };
  if (is("nv/cold/time/gpu/mean", "Average GPU Time (Cold)")) state.gpu_s = figure_of(summary, "value");
  if (is("nv/cold/time/cpu/mean", "Average CPU Time (Cold)") || name == "nv/cpu_only/time/cpu/mean") {
    state.cpu_s = figure_of(summary, "value");
  }
  if (is("nv/cold/sample_size", "Number of Samples (Cold)") || name == "nv/cpu_only/sample_size") {
    state.sample_count = figure_of(summary, "value");
  }
  if (is("nv/batch/time/gpu/mean", "Average GPU Time (Batch)")) state.batch_s = figure_of(summary, "value");
  if (is("nv/cold/bw/global/bytes_per_second", "Average Global Memory Throughput")) {
    state.bytes_per_second = figure_of(summary, "value");
  }
  if (name != "nv/json/bin:nv/cold/sample_times") return;
  const auto named = summary.data.find("filename");
  const double count = figure_of(summary, "size").value_or(-1);
  if (named == summary.data.end() || !(count >= 0) || count > 1e9) return;
  auto samples = read_sample_file(file, named->second, static_cast<std::size_t>(count));
  if (samples) {
    state.samples_s = std::move(*samples);
  } else {
    remarks.doubt("the sample file cannot be used, the mean stands for it: " + samples.error().what, place);
  }
}

std::string axis_value(JsonNode& node) {
  JsonNode* value = find_member(node, "value");
  if (const std::string* text = text_of(value)) return text->substr(0, 256);
  const auto number = number_of(value);
  return number ? fmt::format("{}", *number) : std::string{};
}

NvbenchState state_of(JsonNode& node, const std::string& benchmark, const std::string& file, Remarks& remarks,
                      const std::string& place) {
  NvbenchState state;
  state.benchmark = benchmark;
  state.device = integer_of(node, "device");
  JsonNode* axes = find_member(node, "axis_values");
  if (auto* named = axes != nullptr ? std::get_if<JsonNode::Object>(&axes->value) : nullptr) {
    for (JsonMember& axis : *named) state.axes.emplace_back(axis.key.substr(0, 128), axis_value(axis.node));
  } else {
    for (JsonNode& axis : elements_of(axes)) state.axes.emplace_back(words_of(axis, "name"), axis_value(axis));
  }
  if (is_true(node, "is_skipped")) {
    state.skipped = words_of(node, "skip_reason");
    if (state.skipped.empty()) state.skipped = "skipped";
  }
  JsonNode* summaries = find_member(node, "summaries");
  if (auto* named = summaries != nullptr ? std::get_if<JsonNode::Object>(&summaries->value) : nullptr) {
    for (JsonMember& one : *named) take_summary(summary_of(one.node, one.key), state, file, remarks, place);
  } else {
    for (JsonNode& one : elements_of(summaries)) take_summary(summary_of(one, {}), state, file, remarks, place);
  }
  return state;
}

void read_benchmark(JsonNode& node, NvbenchImport& import, const std::string& file, Remarks& remarks) {
  const std::string name = words_of(node, "name").substr(0, 256);
  std::size_t index = 0;
  const auto read = [&](JsonNode& state) {
    const std::string place = fmt::format("benchmark {}, state {}", integer_of(node, "index"), index++);
    import.add(state_of(state, name, file, remarks, place), place);
  };
  JsonNode* states = find_member(node, "states");
  if (auto* named = states != nullptr ? std::get_if<JsonNode::Object>(&states->value) : nullptr) {
    for (JsonMember& state : *named) read(state.node);
  } else {
    for (JsonNode& state : elements_of(states)) read(state);
  }
}

std::string version_of(JsonNode& meta) {
  JsonNode* version = find_member(meta, "version");
  JsonNode* nvbench = version != nullptr ? find_member(*version, "nvbench") : nullptr;
  return nvbench != nullptr ? words_of(*nvbench, "string").substr(0, 64) : std::string{};
}

}  // namespace

Claim claims_nvbench_json(std::string_view head) {
  const auto has = [head](std::string_view key) { return head.find(key) != std::string_view::npos; };
  const bool begins = head.find_first_not_of(" \t\r\n") < head.size() && head[head.find_first_not_of(" \t\r\n")] == '{';
  const bool devices = has("\"devices\"") && has("\"sm_version\"") && has("\"ptx_version\"");
  const bool states = has("\"benchmarks\"") && has("\"states\"");
  return begins && (devices || states || has("\"nv/cold/")) ? Claim{Fit::sure, "nvbench JSON"} : Claim{};
}

Result<Imported> read_nvbench_json(TextStream& stream, const Source& source) {
  constexpr std::array<std::string_view, 2> kStreamed{"/benchmarks", "/devices"};
  Remarks remarks;
  NvbenchImport import{source, remarks};
  const auto end = stream_json(stream, source.name, kStreamed,
                               [&](std::size_t document, std::string_view path, JsonNode& node) -> Result<void> {
                                 if (document > 0) {
                                   return fail(ErrorKind::input, "holds more than one run", source.name,
                                               "import the runs as files of their own");
                                 }
                                 if (path == "/meta") {
                                   if (const std::string version = version_of(node); !version.empty())
                                     import.set_tool("nvbench " + version);
                                 }
                                 if (path == "/devices/*") import.add_device(device_of(node));
                                 if (path == "/benchmarks/*") read_benchmark(node, import, source.name, remarks);
                                 return {};
                               });
  if (!end) return fail(end.error());
  if (end->is_cut_off) remarks.doubt("the file ends in its middle: what came before is kept");
  return import.finish(stream.fingerprint(), end->is_cut_off);
}

}  // namespace roofgate
