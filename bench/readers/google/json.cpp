#include "bench/readers/google/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>

#include "bench/readers/google/import.hpp"
#include "bench/readers/json_stream.hpp"
#include "bench/readers/moment_text.hpp"

namespace roofgate {
namespace {

std::string words_of(JsonNode& node, std::string_view key) {
  const std::string* text = text_of(find_member(node, key));
  return text != nullptr ? text->substr(0, kLongestName + 1) : std::string{};
}

bool is_true(JsonNode& node, std::string_view key) {
  const JsonNode* found = find_member(node, key);
  const bool* value = found != nullptr ? std::get_if<bool>(&found->value) : nullptr;
  return value != nullptr && *value;
}

std::optional<int> integer_of(JsonNode& node, std::string_view key) {
  const auto value = number_of(find_member(node, key));
  return value && *value >= 0 && *value < 1e9 ? std::optional{static_cast<int>(*value)} : std::nullopt;
}

/// As text: NaN and Infinity keep their names.
std::string figure_of(JsonNode& node, std::string_view key) {
  const JsonNode* found = find_member(node, key);
  if (const std::string* text = text_of(found)) return *text;
  const auto number = number_of(found);
  return number ? fmt::format("{}", *number) : std::string{};
}

bool has_key_twice(const JsonNode& node) {
  const auto* members = std::get_if<JsonNode::Object>(&node.value);
  if (members == nullptr) return false;
  std::set<std::string_view> keys;
  return std::any_of(members->begin(), members->end(),
                     [&](const JsonMember& one) { return !keys.insert(one.key).second; });
}

GoogleBenchmarkRow row_of(JsonNode& node) {
  GoogleBenchmarkRow row;
  row.name = words_of(node, "name");
  const std::string type = words_of(node, "run_type");
  if (type.empty()) {
    split_name(row);
  } else {
    row.run_name = words_of(node, "run_name");
    if (row.run_name.empty()) row.run_name = row.name;
    if (type != "iteration") row.aggregate = words_of(node, "aggregate_name");
  }
  row.family = integer_of(node, "family_index");
  row.repetition = integer_of(node, "repetition_index");
  row.threads = std::max(1, integer_of(node, "threads").value_or(1));
  row.iterations = number_of(find_member(node, "iterations")).value_or(1);
  row.real_time = figure_of(node, "real_time");
  row.cpu_time = figure_of(node, "cpu_time");
  row.time_unit = words_of(node, "time_unit");
  row.bytes_per_second = number_of(find_member(node, "bytes_per_second"));
  if (is_true(node, "error_occurred")) {
    row.error = words_of(node, "error_message");
    if (row.error.empty()) row.error = "error";
  }
  if (is_true(node, "skipped")) {
    row.skip = words_of(node, "skip_message");
    if (row.skip.empty()) row.skip = "skipped";
  }
  return row;
}

/// What is known by name; what people add with --benchmark_context may be anything, and is not kept.
void read_context(JsonNode& context, GoogleBenchmarkImport& import, Remarks& remarks) {
  RecordBuilder& builder = import.builder();
  if (const auto moment = moment_with_zone(words_of(context, "date"))) builder.set_started(*moment, "the file");
  Environment& environment = builder.environment();
  environment.host.name = words_of(context, "host_name").substr(0, 256);
  environment.cpu.threads = environment.cpu.cores = integer_of(context, "num_cpus").value_or(0);
  double largest = 0;
  for (JsonNode& cache : elements_of(find_member(context, "caches"))) {
    largest = std::max(largest, number_of(find_member(cache, "size")).value_or(0));
  }
  environment.cpu.last_level_cache = Bytes{largest};
  const std::string version = words_of(context, "library_version").substr(0, 64);
  if (!version.empty()) builder.set_tool("google-benchmark " + version);
  const std::string program = std::filesystem::path{words_of(context, "executable")}.filename().string();
  if (!program.empty()) builder.notes()["executable"] = program.substr(0, 128);
  if (words_of(context, "library_build_type") == "debug") {
    remarks.note("the benchmark library was built for debugging: times may be longer than they need to be");
  }
  if (is_true(context, "cpu_scaling_enabled")) {
    remarks.note("CPU frequency scaling was on: times vary more than they need to");
  }
}

}  // namespace

Claim claims_google_benchmark_json(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '{') return {};
  const auto has = [head](std::string_view key) { return head.find(key) != std::string_view::npos; };
  if (has("\"context\"") && (has("\"num_cpus\"") || has("\"library_build_type\"") || has("\"benchmarks\""))) {
    return {Fit::sure, "Google Benchmark JSON"};
  }
  return has("\"benchmarks\"") && has("\"real_time\"") ? Claim{Fit::sure, "Google Benchmark JSON without its context"}
                                                       : Claim{};
}

Result<Imported> read_google_benchmark_json(TextStream& stream, const Source& source) {
  constexpr std::array<std::string_view, 1> kStreamed{"/benchmarks"};
  Remarks remarks;
  GoogleBenchmarkImport import{source, remarks};
  std::size_t index = 0;
  const auto end = stream_json(stream, source.name, kStreamed,
                               [&](std::size_t document, std::string_view path, JsonNode& node) -> Result<void> {
                                 if (document > 0) {
                                   return fail(ErrorKind::input, "holds more than one run", source.name,
                                               "import the runs as files of their own");
                                 }
                                 if (path == "/context") read_context(node, import, remarks);
                                 if (path != "/benchmarks/*") return {};
                                 if (has_key_twice(node)) {
                                   remarks.refuse("a key twice in one benchmark: which of them counts nobody can say",
                                                  fmt::format("benchmark {}", index++));
                                   return {};
                                 }
                                 import.add(row_of(node), fmt::format("benchmark {}", index++));
                                 return {};
                               });
  if (!end) return fail(end.error());
  if (end->is_cut_off) remarks.doubt("the file ends in its middle: what came before is kept");
  return import.finish(stream.fingerprint(), source.name, end->is_cut_off);
}

}  // namespace roofgate
