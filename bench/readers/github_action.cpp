#include "bench/readers/github_action.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>

#include "bench/readers/json_stream.hpp"
#include "bench/readers/lost_figures.hpp"
#include "bench/readers/moment_text.hpp"
#include "bench/readers/record_builder.hpp"
#include "bench/readers/unit_direction.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr const char* kSample = "what the action's parser took from the tool's output: the mean of one run";

std::string words_of(JsonNode& node, std::string_view key) {
  const std::string* text = text_of(find_member(node, key));
  return text != nullptr ? text->substr(0, 512) : std::string{};
}

/// The direction that whoever wrote the workflow chose.
std::optional<Better> direction_named(std::string_view name) {
  const std::string text = lower_case(name);
  if (text.find("biggerisbetter") != std::string::npos) return Better::higher;
  if (text.find("smallerisbetter") != std::string::npos) return Better::lower;
  return std::nullopt;
}

/// One figure of a run becomes a case; nothing where it was refused. `named`: the direction from outside the figure.
std::optional<ImportedCase> add_bench(JsonNode& bench, const std::string& prefix, std::optional<Better> named,
                                      RecordBuilder& builder, Remarks& remarks, const std::string& place) {
  const std::string name = words_of(bench, "name");
  const std::string unit = words_of(bench, "unit").substr(0, 64);
  const auto value = number_of(find_member(bench, "value"));
  if (name.empty() || !value) {
    remarks.refuse("no name, or no number as its value", place);
    return std::nullopt;
  }
  const UnitMeaning meaning = meaning_of_unit(unit);
  if (meaning.better && named && *meaning.better != *named) {
    remarks.refuse("the unit says that it improves one way and the tool's kind the other", place);
    return std::nullopt;
  }
  const auto better = named ? named : meaning.better;
  if (!better) {
    remarks.refuse("neither unit nor tool says which way it improves", place);
    return std::nullopt;
  }
  ImportedCase described;
  described.id = prefix.empty() ? name : prefix + "/" + name;
  described.kind = "github-action-benchmark";
  described.better = *better;
  described.work.subject = Subject::latency;
  if (!meaning.seconds) described.metric = Metric{name, meaning.unit};
  described.definition = fmt::format("github-action-benchmark {} {}", described.id, meaning.unit);
  Round* round = builder.round(described, 0);
  if (round == nullptr || !round->time_s.empty() || !round->marks.empty()) {
    remarks.refuse(round == nullptr ? builder.refusal() : "the same name a second time in one run", place);
    if (round != nullptr) mark_repeated(*round, *value * meaning.scale);
    return std::nullopt;
  }
  remarks.add_read();
  if (!builder.add_sample(*round, described, *value * meaning.scale)) {
    round->marks.push_back({MarkKind::error, fmt::format("its value is {}: not measured", *value)});
  }
  return described;
}

/// Runs of one commit over all suites are one record; a commit that was measured again is another.
class HistoryImport {
 public:
  HistoryImport(const Source& source, Remarks& remarks) : source_{source}, remarks_{remarks} {}

  void add_run(JsonNode& run, const std::string& suite, const std::string& place) {
    JsonNode* commit = find_member(run, "commit");
    const std::string id = commit != nullptr ? words_of(*commit, "id").substr(0, 64) : std::string{};
    const auto date = moment_of_milliseconds(number_of(find_member(run, "date")).value_or(0));
    if (id.empty() || !date) {
      constexpr const char* kWhy = "a run without a commit or a date";
      remarks_.refuse(kWhy, place);
      undated_[suite] = fmt::format("{}: {}", place, kWhy);
      return;
    }
    const std::size_t times = seen_[suite + '\n' + id]++;
    const std::string key = fmt::format("{}\n{}", id, times);
    if (builders_.size() >= kMostRuns && !builders_.contains(key)) {
      remarks_.refuse(fmt::format("over {} runs in one file: split it", kMostRuns), place);
      return;
    }
    const auto [found, is_new] = builders_.try_emplace(key, RecordBuilder{source_, "github-action-benchmark", kSample});
    RecordBuilder& builder = found->second;
    if (is_new) {
      builder.set_tool("github-action-benchmark");
      builder.set_started(*date, "the file");
      builder.notes()["commit"] = id;
      order_.emplace_back(*date, key);
    }
    undated_.erase(suite);
    const std::string tool = words_of(run, "tool");
    std::size_t index = 0;
    for (JsonNode& bench : elements_of(find_member(run, "benches"))) {
      const std::string where = fmt::format("{}, bench {}", place, index++);
      if (const auto kept = add_bench(bench, suite, direction_named(tool), builder, remarks_, where)) {
        lost_.know(*kept);
      } else {
        std::string name = suite.empty() ? "" : suite + "/";
        name += words_of(bench, "name");
        lost_.lose(key, name, where + " holds no figure that can be used");
      }
    }
    if (index == 0) {
      remarks_.refuse("a run without a figure", place);
      lost_.lose_all(key, suite.empty() ? suite : suite + "/", place + " holds no figure");
    }
  }

  [[nodiscard]] Imported finish(const std::string& fingerprint) {
    const std::string turned_back = last_before_all();
    std::stable_sort(order_.begin(), order_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    lost_.keep(builders_);
    Imported imported;
    for (const auto& [date, key] : order_) {
      RecordBuilder& builder = builders_.at(key);
      imported.lost_latest.reset();
      if (builder.case_count() == 0) {
        imported.lost_latest = fmt::format("the run of {} holds no figure", date);
        continue;
      }
      imported.records.push_back(builder.finish(fingerprint, imported.records.size(), remarks_));
    }
    if (!undated_.empty()) imported.lost_latest = undated_.begin()->second;
    if (!turned_back.empty()) {
      imported.lost_latest = fmt::format("the last run is dated {}, before all the others", turned_back);
    }
    return imported;
  }

 private:
  /// Runs are appended: a last one that is dated before all others has a wrong date. Not in a file that runs backwards.
  [[nodiscard]] std::string last_before_all() const {
    if (order_.size() < 3) return {};
    const auto ends = std::minmax_element(order_.begin(), order_.end());
    const std::string& earliest = ends.first->first;
    const auto is_earliest = [&earliest](const auto& one) { return one.first == earliest; };
    const bool is_last_alone = order_.back().first == earliest && ends.second->first > earliest &&
                               std::count_if(order_.begin(), order_.end(), is_earliest) == 1;
    const bool runs_backwards = std::is_sorted(order_.rbegin(), order_.rend());
    return is_last_alone && !runs_backwards ? earliest : std::string{};
  }

  static constexpr std::size_t kMostRuns = 100'000;

  Source source_;
  Remarks& remarks_;
  std::map<std::string, std::size_t> seen_;
  std::map<std::string, RecordBuilder> builders_;
  std::vector<std::pair<std::string, std::string>> order_;
  LostFigures lost_;
  std::map<std::string, std::string> undated_;  ///< of each suite whose last run says no date: why
};

/// Past "window.BENCHMARK_DATA = ", which makes the JSON a script.
bool skip_assignment(TextStream& stream) {
  constexpr int kMostLetters = 256;
  for (int i = 0; i < kMostLetters; ++i) {
    const int letter = stream.next();
    if (letter < 0) return false;
    if (letter == '=') return true;
  }
  return false;
}

}  // namespace

Claim claims_github_action_history(std::string_view head) {
  const std::size_t at = head.find("window.BENCHMARK_DATA");
  return at < 64 ? Claim{Fit::sure, "data.js of github-action-benchmark"} : Claim{};
}

Result<Imported> read_github_action_history(TextStream& stream, const Source& source) {
  if (!skip_assignment(stream)) {
    return fail(ErrorKind::input, "begins with no assignment of window.BENCHMARK_DATA", source.name);
  }
  Remarks remarks;
  HistoryImport import{source, remarks};
  const auto end = stream_json(
      stream, source.name, {}, [&](std::size_t /*document*/, std::string_view path, JsonNode& node) -> Result<void> {
        auto* suites = path == "/entries" ? std::get_if<JsonNode::Object>(&node.value) : nullptr;
        if (suites == nullptr) return {};
        std::size_t suite_number = 0;
        for (JsonMember& suite : *suites) {
          std::size_t run_number = 0;
          for (JsonNode& run : elements_of(&suite.node)) {
            import.add_run(run, suite.key.substr(0, 256), fmt::format("suite {}, run {}", suite_number, run_number++));
          }
          ++suite_number;
        }
        return {};
      });
  if (!end) return fail(end.error());
  if (end->is_cut_off) remarks.doubt("the file ends in its middle: what came before is kept");
  Imported imported = import.finish(stream.fingerprint());
  if (end->is_cut_off) imported.lost_latest = "the file ends in its middle";
  if (imported.records.empty()) {
    return fail(ErrorKind::measurement, "holds no run that can be judged", source.name,
                remarks.all().empty() ? "its entries are empty" : to_string(remarks.all().front()));
  }
  imported.remarks = std::move(remarks);
  return imported;
}

Claim claims_github_action_run(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '[') return {};
  const auto has = [head](std::string_view key) { return head.find(key) != std::string_view::npos; };
  return has("\"name\"") && has("\"unit\"") && has("\"value\"")
             ? Claim{Fit::sure, "custom JSON of github-action-benchmark"}
             : Claim{};
}

Result<Imported> read_github_action_run(TextStream& stream, const Source& source) {
  constexpr std::array<std::string_view, 1> kStreamed{""};
  Remarks remarks;
  RecordBuilder builder{source, "github-action-benchmark", kSample};
  builder.set_tool("github-action-benchmark");
  const auto named = direction_named(std::filesystem::path{source.name}.filename().string());
  if (named) remarks.note("which way the figures improve is said by the file's name");
  std::size_t index = 0;
  const auto end = stream_json(stream, source.name, kStreamed,
                               [&](std::size_t /*document*/, std::string_view path, JsonNode& node) -> Result<void> {
                                 if (path != "/*") return {};
                                 add_bench(node, {}, named, builder, remarks, fmt::format("bench {}", index++));
                                 return {};
                               });
  if (!end) return fail(end.error());
  if (builder.case_count() == 0) {
    return fail(
        ErrorKind::measurement, "holds no figure whose direction is known", source.name,
        "name the file customBiggerIsBetter… or customSmallerIsBetter…, or give units such as \"GB/s\" or \"ms\"");
  }
  Imported imported;
  imported.records.push_back(builder.finish(stream.fingerprint(), 0, remarks));
  imported.remarks = std::move(remarks);
  return imported;
}

}  // namespace roofgate
