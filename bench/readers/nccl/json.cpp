#include "bench/readers/nccl/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "bench/readers/json_stream.hpp"
#include "bench/readers/moment_text.hpp"
#include "bench/readers/nccl/import.hpp"

namespace roofgate {
namespace {

constexpr int kNewestVersion = 3;

int small_integer(const JsonNode* node) {
  const auto value = number_of(node);
  return value && *value >= 0 && *value < 1e9 ? static_cast<int>(*value) : 0;
}

std::string words_of(const JsonNode* node) {
  const std::string* text = text_of(node);
  return text != nullptr ? text->substr(0, 128) : std::string{};
}

/// "2026-06-01 12:59:33": local time of a machine whose zone nobody knows; other writers give one.
std::optional<std::string> moment_of(const JsonNode& node) { return moment_with_zone(words_of(&node)); }

bool is_true(const JsonNode* node) {
  if (const std::string* text = text_of(node)) return *text == "true" || *text == "1";
  if (node == nullptr) return false;
  const bool* truth = std::get_if<bool>(&node->value);
  return (truth != nullptr && *truth) || number_of(node).value_or(0) > 0;
}

void read_device(JsonNode& node, NcclRun& run) {
  NcclRank one;
  one.rank = small_integer(find_member(node, "rank"));
  one.group = small_integer(find_member(node, "group"));
  one.host = words_of(find_member(node, "hostname"));
  one.device = small_integer(find_member(node, "device"));
  one.pci_bus_id = words_of(find_member(node, "device_hex")).substr(0, 32);
  one.device_name = words_of(find_member(node, "device_info"));
  run.ranks.push_back(std::move(one));
}

void read_config(JsonNode& config, NcclRun& run) {
  run.min_bytes = number_of(find_member(config, "minimum_bytes"));
  run.max_bytes = number_of(find_member(config, "maximum_bytes"));
  run.step_factor = number_of(find_member(config, "step_factor")).value_or(0);
  run.step_bytes = number_of(find_member(config, "step_bytes")).value_or(0);
  run.warmup = number_of(find_member(config, "warmup_iters"));
  run.iterations = number_of(find_member(config, "iterations"));
  run.aggregated = number_of(find_member(config, "aggregated_iterations"));
  if (const int graphs = small_integer(find_member(config, "graph")); graphs > 0)
    run.settings["graph"] = fmt::format("graph{}", graphs);
  if (run.aggregated.value_or(1) > 1) run.settings["agg"] = fmt::format("agg{}", *run.aggregated);
  if (is_true(find_member(config, "blocking_collectives"))) run.settings["blocking"] = "blocking";
  for (JsonNode& device : elements_of(find_member(config, "devices"))) read_device(device, run);
}

/// Only names of a fixed list: the tool writes down the whole environment, credentials included.
void read_variables(JsonNode& node, NcclRun& run) {
  for (const JsonNode& one : elements_of(&node)) {
    const std::string* text = text_of(&one);
    const std::size_t equals = text != nullptr ? text->find('=') : std::string::npos;
    if (equals == std::string::npos) continue;
    const std::string_view name = std::string_view{*text}.substr(0, equals);
    const std::string_view value = std::string_view{*text}.substr(equals + 1);
    if (is_kept_variable(name, value)) run.variables[std::string{name}] = value;
  }
}

std::optional<NcclHalf> read_half(JsonNode* node, NcclColumns& columns) {
  if (node == nullptr || std::holds_alternative<std::monostate>(node->value)) return std::nullopt;
  NcclHalf half;
  columns.is_cpu_time = find_member(*node, "time") == nullptr && find_member(*node, "cpu_time") != nullptr;
  half.time_us = number_of(find_member(*node, columns.is_cpu_time ? "cpu_time" : "time")).value_or(0);
  half.algbw_gb_per_s = number_of(find_member(*node, "alg_bw")).value_or(0);
  half.busbw_gb_per_s = number_of(find_member(*node, "bus_bw")).value_or(0);
  if (const auto wrong = number_of(find_member(*node, "nwrong"))) {
    half.error = *wrong;
    if (*wrong >= 0) half.correctness = *wrong > 0 ? Correctness::wrong : Correctness::right;
  }
  return half;
}

class Reader {
 public:
  explicit Reader(const Source& source) : import_{source} {}

  Result<void> take(std::size_t document, std::string_view path, JsonNode& node) {
    if (document != document_) {
      next_document();
      document_ = document;
    }
    if (path == "/results/*") {
      take_result(node);
    } else if (path == "/*") {
      take_line(node);
    } else if (path.empty()) {
      if (!line_.empty()) take_line_members();
    } else {
      take_member(path.substr(1), node);
    }
    return {};
  }

  Result<Imported> finish(TextStream& stream, const JsonStreamEnd& end) {
    end_run();
    if (end.is_cut_off)
      import_.remarks().note("the file ends in its middle: the run did not finish, or the file was cut");
    if (is_doubtful_) import_.remarks().note("the tool itself says that something failed: its run is not whole");
    return unfinished_if(end.is_cut_off || is_doubtful_, import_.finish(stream));
  }

 private:
  void take_member(std::string_view key, JsonNode& node) {
    if (key == "args") {
      const std::vector<JsonNode> arguments = elements_of(&node);
      if (!arguments.empty()) run_.collective = nccl_collective_of(words_of(&arguments.front()));
    } else if (key == "env") {
      read_variables(node, run_);
    } else if (key == "nccl_version") {
      const std::string version = nccl_version_text(static_cast<long>(small_integer(&node)));
      if (!version.empty()) run_.software["nccl"] = version;
    } else if (key == "config") {
      read_config(node, run_);
    } else if (key == "start_time" || key == "end_time") {
      take_moment(key == "start_time", node);
    } else if (key == "out_of_bounds") {
      run_.out_of_bounds = number_of(find_member(node, "count"));
      is_doubtful_ =
          is_doubtful_ || (words_of(find_member(node, "okay")) == "false" && run_.out_of_bounds.value_or(0) == 0);
    } else if (key == "errors") {
      const std::vector<JsonNode> errors = elements_of(&node);
      const bool has_error =
          !words_of(&node).empty() || std::any_of(errors.begin(), errors.end(), [](const JsonNode& one) {
            return !words_of(&one).empty() || std::holds_alternative<JsonNode::Object>(one.value);
          });
      if (has_error) import_.remarks().note("NCCL's last error is not empty: look at the tool's own output");
      is_doubtful_ = is_doubtful_ || has_error;
    } else if (key == "version") {
      const int version = small_integer(&node);
      run_.tool = fmt::format("nccl-tests (JSON version {})", version);
      if (version < 1 || version > kNewestVersion) {
        import_.remarks().note(
            fmt::format("JSON version {} is not known: read as version {}, look whether the figures "
                        "are what they were",
                        version, kNewestVersion));
      }
    } else if (key != "average_bus_bandwidth" && line_.size() < 100) {
      line_.emplace(key, std::move(node));
    }
  }

  void take_moment(bool is_start, const JsonNode& node) {
    auto moment = moment_of(node);
    if (!moment) return;
    constexpr std::size_t kWithoutZone = 19;
    if (words_of(&node).size() > kWithoutZone) import_.set_zone_known();
    is_start ? import_.set_started(std::move(*moment)) : import_.set_finished(std::move(*moment));
  }

  void take_result(JsonNode& node) {
    ++row_;
    NcclRow row;
    const ElementType* type = find_element_type(words_of(find_member(node, "type")));
    const auto size = number_of(find_member(node, "size"));
    if (type == nullptr || !size || *size < 0 || *size > 1e15) {
      return import_.remarks().refuse("a result without a known size or type", fmt::format("result {}", row_));
    }
    row.bytes = *size;
    row.count = number_of(find_member(node, "count")).value_or(*size / static_cast<double>(type->bytes));
    row.type = type;
    const std::string redop = words_of(find_member(node, "redop"));
    if (redop != "none") row.redop = redop;
    const double root = number_of(find_member(node, "root")).value_or(-1);
    if (root >= 0 && root < 1e6) row.root = static_cast<int>(root);
    NcclColumns columns;
    row.halves[0] = read_half(find_member(node, "out_of_place"), columns);
    row.halves[1] = read_half(find_member(node, "in_place"), columns);
    constexpr std::array<std::string_view, 2> kIterations{"out_of_place_per_iter", "in_place_per_iter"};
    for (std::size_t half = 0; half < kIterations.size(); ++half)
      take_iterations(find_member(node, kIterations[half]), half);
    import_.add_row(row, run_, columns, 0);
  }

  void take_iterations(JsonNode* node, std::size_t half) {
    JsonNode* times = node != nullptr ? find_member(*node, "times_us") : nullptr;
    auto* numbers = times != nullptr ? std::get_if<JsonNode::Numbers>(&times->value) : nullptr;
    if (numbers == nullptr) return;
    const auto skipped = static_cast<std::size_t>(small_integer(find_member(*node, "skipped_iterations")));
    if (skipped < numbers->size()) {
      import_.add_iterations(half, {numbers->begin() + static_cast<std::ptrdiff_t>(skipped), numbers->end()});
    }
  }

  /// rccl-tests: everything of one half of a row in one object.
  void take_line_members() {
    JsonNode::Object members;
    for (auto& [key, node] : line_) members.push_back({key, std::move(node)});
    line_.clear();
    JsonNode node{std::move(members)};
    take_line(node);
  }

  void take_line(JsonNode& node) {
    ++row_;
    const ElementType* type = find_element_type(words_of(find_member(node, "type")));
    const auto size = number_of(find_member(node, "size"));
    const auto collective = nccl_collective_of(words_of(find_member(node, "name")));
    const int ranks = small_integer(find_member(node, "gpus"));
    if (type == nullptr || !size || *size < 0 || *size > 1e15 || !collective || ranks < 1 || ranks > 1'000'000) {
      return import_.remarks().refuse("an object without a known collective, size, type or number of GPUs",
                                      fmt::format("object {}", row_));
    }
    if (run_.collective != collective || run_.told_ranks != ranks) {
      if (is_in_lines_) end_run();
      is_in_lines_ = true;
      run_.collective = collective;
      run_.tool = "rccl-tests";
      run_.told_ranks = ranks;
    }
    NcclRow row;
    row.bytes = *size;
    row.count = *size / static_cast<double>(type->bytes);
    row.type = type;
    const std::string redop = words_of(find_member(node, "redop"));
    if (redop != "none") row.redop = redop;
    NcclHalf half;
    half.time_us = number_of(find_member(node, "time")).value_or(0);
    half.algbw_gb_per_s = number_of(find_member(node, "algBw")).value_or(0);
    half.busbw_gb_per_s = number_of(find_member(node, "busBw")).value_or(0);
    if (const auto wrong = number_of(find_member(node, "#wrong"))) {
      half.error = *wrong;
      half.correctness = *wrong > 0 ? Correctness::wrong : Correctness::right;
    }
    row.halves[is_true(find_member(node, "inPlace")) ? 1 : 0] = half;
    import_.add_row(row, run_, {}, 0);
  }

  /// Lines of one run are documents of their own.
  void next_document() {
    if (!is_in_lines_) end_run();
  }
  void end_run() {
    import_.end_run(run_);
    run_ = {};
  }

  NcclImport import_;
  NcclRun run_;
  std::map<std::string, JsonNode, std::less<>> line_;
  std::size_t document_ = 0;
  bool is_doubtful_ = false;  ///< the tool itself says that something failed
  std::size_t row_ = 0;
  bool is_in_lines_ = false;
};

}  // namespace

Claim claims_nccl_json(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (head[first] != '{' && head[first] != '[')) return {};
  const auto has = [head](std::string_view key) { return head.find(key) != std::string_view::npos; };
  if (has("\"nccl_version\"") || has("\"average_bus_bandwidth\"")) return {Fit::sure, "JSON of nccl-tests"};
  if (has("\"algBw\"") && has("\"busBw\"") && has("\"inPlace\"")) return {Fit::sure, "JSON lines of rccl-tests"};
  return {};
}

Result<Imported> read_nccl_json(TextStream& stream, const Source& source) {
  Reader reader{source};
  constexpr std::array<std::string_view, 2> kStreamed{"/results", ""};
  const auto end = stream_json(stream, source.name, kStreamed,
                               [&reader](std::size_t document, std::string_view path, JsonNode& node) {
                                 return reader.take(document, path, node);
                               });
  if (!end) return fail(end.error());
  return reader.finish(stream, *end);
}

}  // namespace roofgate
