#include "bench/readers/superbench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bench/readers/json_stream.hpp"
#include "bench/readers/record_builder.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

/// "nccl-bw/allreduce_8192_busbw:3" -> the metric without its rank, and the rank.
struct MetricName {
  std::string metric;
  std::optional<int> rank;
  [[nodiscard]] std::string benchmark() const { return metric.substr(0, metric.find('/')); }
  [[nodiscard]] std::string last_part() const { return metric.substr(metric.rfind('/') + 1); }
};

MetricName split(const std::string& key) {
  const std::size_t colon = key.rfind(':');
  const bool ranked = colon != std::string::npos && colon + 1 < key.size() && key.size() - colon <= 6 &&
                      std::all_of(key.begin() + static_cast<std::ptrdiff_t>(colon) + 1, key.end(),
                                  [](unsigned char letter) { return std::isdigit(letter) != 0; });
  if (!ranked) return {key, std::nullopt};
  return {key.substr(0, colon), std::stoi(key.substr(colon + 1))};
}

/// SuperBench's file says no direction; its documents' metric names do ("Micro Benchmarks", "Model Benchmarks": *_bw,
/// *_flops, throughput_* and *_iops are rates, *_time, *_lat, *_overhead and steptime_* times).
std::optional<Better> direction_of(const MetricName& metric) {
  const std::string name = lower_case(metric.last_part());
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  constexpr std::array<std::string_view, 12> kTimes{"_time", "time_", "steptime", "_lat",     "latency", "overhead",
                                                    "lat_",  "_us",   "_ms",      "duration", "_ns",     "elapsed"};
  constexpr std::array<std::string_view, 12> kRates{"_bw",       "bw_",  "busbw", "algbw", "flops",      "throughput",
                                                    "bandwidth", "iops", "tops",  "gbps",  "tokens_per", "_tc_"};
  if (std::any_of(kTimes.begin(), kTimes.end(), has)) return Better::lower;
  if (std::any_of(kRates.begin(), kRates.end(), has)) return Better::higher;
  // Older benchmarks named the figure in the benchmark alone: "gemm-flops/FP64", "gpu-sm-copy-bw/dtoh",
  // "ib-loopback/IB_write_8_Avg_0" (GB/s), "cudnn-function/name_…" (mean time).
  const std::string benchmark = lower_case(metric.benchmark());
  const auto is_of = [&](std::string_view part) { return benchmark.find(part) != std::string::npos; };
  if (is_of("gemm-flops") || is_of("copy-bw") || is_of("mem-bw")) return Better::higher;
  if (is_of("ib-loopback") && has("ib_") && has("_avg")) return Better::higher;
  if ((is_of("cublas-function") || is_of("cudnn-function")) && name.starts_with("name_")) return Better::lower;
  return std::nullopt;
}

/// Everything one node or baseline says of one metric: a value for each rank, or one without; nothing where a rank's is
/// no number.
using Values = std::map<int, std::optional<double>>;

class NodeImport {
 public:
  NodeImport(const Source& source, Remarks& remarks)
      : remarks_{remarks},
        builder_{source, "superbench",
                 "what a benchmark reported once per run; of several ranks the worst, each kept beside it"} {
    builder_.set_tool("superbench");
  }

  void add(const JsonMember& member, const std::string& place) {
    if (member.key == "node") {
      if (const std::string* name = text_of(&member.node)) builder_.environment().host.name = name->substr(0, 256);
      return;
    }
    const MetricName name = split(member.key);
    const auto value = number_of(&member.node);
    if (!value) remarks_.refuse("no number: the benchmark did not report it", place);
    if (name.metric.ends_with("return_code")) {
      if (value && *value != 0) failed_.insert(name.benchmark());
    } else if (!direction_of(name)) {
      if (value) remarks_.refuse("its name does not say which way it improves", place);
    } else {
      values_[name.metric].insert_or_assign(name.rank.value_or(0), value);
      if (name.rank) ranked_.insert(name.metric);
    }
  }

  /// False where the node holds no figure, and tells of none that failed to give one.
  [[nodiscard]] bool finish_cases(const std::string& place) {
    for (const auto& [metric, values] : values_) {
      measured_.insert(split(metric).benchmark());
      add_case(metric, values, place);
    }
    for (const std::string& benchmark : failed_) {
      if (measured_.contains(benchmark)) continue;
      has_died_ = true;
      remarks_.refuse("a benchmark that failed and reported no figure", place);
    }
    return has_cases() || has_died_;
  }
  [[nodiscard]] bool has_cases() const { return builder_.case_count() > 0; }
  [[nodiscard]] Record finish(const std::string& fingerprint, std::size_t part) {
    Record record = builder_.finish(fingerprint, part, remarks_);
    if (has_died_) record.finished_at.clear();
    return record;
  }

 private:
  /// Ranks count from 0.
  [[nodiscard]] std::size_t expected_ranks(const std::string& metric, const Values& values) const {
    const int last = values.rbegin()->first;
    return ranked_.contains(metric) && last < kMostRanks ? static_cast<std::size_t>(last) + 1 : values.size();
  }

  void add_case(const std::string& metric, const Values& values, const std::string& place) {
    const MetricName name = split(metric);
    ImportedCase described;
    described.id = metric;
    described.kind = "superbench";
    described.better = *direction_of(name);
    described.metric = Metric{name.last_part(), ""};
    described.work.subject = Subject::latency;
    described.definition = "superbench " + metric;
    Round* round = builder_.round(described, 0);
    if (round == nullptr) {
      remarks_.refuse(builder_.refusal(), place, values.size());
      return;
    }
    const auto told =
        std::count_if(values.begin(), values.end(), [](const auto& one) { return one.second.has_value(); });
    remarks_.add_read(static_cast<std::size_t>(told));
    const std::size_t expected = expected_ranks(metric, values);
    if (static_cast<std::size_t>(told) < expected) {
      round->marks.push_back({MarkKind::error, expected == 1
                                                   ? "no number: the benchmark did not report it"
                                                   : fmt::format("{} of {} ranks reported a figure", told, expected)});
    }
    if (told == 0) return;
    if (failed_.contains(name.benchmark())) {
      round->marks.push_back({MarkKind::error, "the benchmark's return code is not 0"});
    }
    // The worst rank holds a node back; the mean over ranks would hide it.
    const auto by_value = [](const auto& a, const auto& b) { return a.second < b.second; };
    Values reported = values;
    std::erase_if(reported, [](const auto& one) { return !one.second; });
    const double worst = described.better == Better::lower
                             ? *std::max_element(reported.begin(), reported.end(), by_value)->second
                             : *std::min_element(reported.begin(), reported.end(), by_value)->second;
    if (!builder_.add_sample(*round, described, worst)) {
      round->marks.push_back({MarkKind::error, fmt::format("its value is {}: not measured", worst)});
      return;
    }
    if (reported.size() < 2) return;
    round->world_size = static_cast<int>(reported.size());
    for (const auto& [rank, value] : reported) {
      const double cost = described.better == Better::higher ? 1.0 / *value : *value;
      round->rank_time_s.push_back({cost});
    }
  }

  static constexpr int kMostRanks = 1024;  // of one node; beyond, numbers after a colon are no ranks

  Remarks& remarks_;
  RecordBuilder builder_;
  std::map<std::string, Values> values_;
  std::set<std::string> ranked_;             ///< metrics with a rank
  std::set<std::string> failed_, measured_;  ///< benchmarks
  bool has_died_ = false;                    ///< one of them: which figures it would have reported is not known
};

}  // namespace

Claim claims_superbench(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '{') return {};
  const bool node =
      head.find("\"node\"") != std::string_view::npos && head.find("\"schema\"") == std::string_view::npos;
  const bool codes = head.find("/return_code") != std::string_view::npos;
  if (codes) return {Fit::sure, node ? "SuperBench results, a node per line" : "a SuperBench baseline"};
  // A baseline may hold figures alone: an object whose first key is a path.
  const std::size_t quote = head.find('"', begin);
  const std::size_t end = quote == std::string_view::npos ? quote : head.find('"', quote + 1);
  if (end == std::string_view::npos) return {};
  const std::string_view key = head.substr(quote + 1, end - quote - 1);
  const bool path = key.find('/') != std::string_view::npos && key.find(' ') == std::string_view::npos;
  return path || node ? Claim{Fit::maybe, "SuperBench results or a baseline"} : Claim{};
}

Result<Imported> read_superbench(TextStream& stream, const Source& source) {
  Remarks remarks;
  constexpr std::size_t kMostNodes = 20'000;
  std::optional<NodeImport> node;
  std::vector<NodeImport> finished;
  std::size_t line = 0;
  const auto end = stream_json(
      stream, source.name, {}, [&](std::size_t document, std::string_view path, JsonNode& value) -> Result<void> {
        const std::string place = fmt::format("node {}", document);
        if (path.empty()) {  // the end of a document
          auto ended = std::exchange(node, std::nullopt);
          if (!ended || !ended->finish_cases(place)) return {};
          if (finished.size() >= kMostNodes) {
            return fail(ErrorKind::input, fmt::format("over {} nodes in one file", kMostNodes), source.name,
                        "split it");
          }
          finished.push_back(std::move(*ended));
          return {};
        }
        if (!node) node.emplace(source, remarks);
        ++line;
        node->add(JsonMember{std::string{path.substr(1)}, std::move(value)}, fmt::format("{}, metric {}", place, line));
        return {};
      });
  if (!end) return fail(end.error());
  if (end->is_cut_off) remarks.doubt("the file ends in its middle: what came before is kept");
  Imported imported;
  const bool has_any =
      std::any_of(finished.begin(), finished.end(), [](const NodeImport& one) { return one.has_cases(); });
  if (!has_any) finished.clear();
  for (auto& one : finished) imported.records.push_back(one.finish(stream.fingerprint(), imported.records.size()));
  if (imported.records.empty()) {
    return fail(ErrorKind::measurement, "holds no figure whose direction is known", source.name,
                remarks.all().empty() ? "" : to_string(remarks.all().front()));
  }
  imported.remarks = std::move(remarks);
  return unfinished_if(end->is_cut_off, std::move(imported));
}

Claim claims_superbench_rules(std::string_view head) {
  const bool fits = head.find("superbench:") != std::string_view::npos &&
                    head.find("rules:") != std::string_view::npos && head.find("criteria:") != std::string_view::npos;
  return fits ? Claim{Fit::sure, "SuperBench rules"} : Claim{};
}

Result<Imported> read_superbench_rules(TextStream& /*stream*/, const Source& source) {
  return fail(ErrorKind::input, "SuperBench rules hold no figures", source.name,
              "import the results or the baseline; what a rule tolerates belongs into a policy (docs/policy.md)");
}

}  // namespace roofgate
