#include "bench/session/group_measurer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/record/atomic_file.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/running_file.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/session/shared_memory.hpp"

namespace roofgate {
namespace {

constexpr double kSilenceSeconds = 1200;  // far beyond the watchdog that ends a hung case in roofgate-bench
constexpr int kDeadAlone = 3;             // so many in a row that die alone: it is not the cases

/// The record's case, added if it is not there yet.
Case& case_of(Record& record, const ListedCase& listed) {
  const auto found = std::find_if(record.cases.begin(), record.cases.end(),
                                  [&](const Case& measured) { return measured.id == listed.id; });
  if (found != record.cases.end()) return *found;
  Case unmeasured;
  unmeasured.id = listed.id;
  unmeasured.kind = listed.kind;
  unmeasured.definition = listed.definition;
  return record.cases.emplace_back(std::move(unmeasured));
}

Round failed_round(int index, int ranks, const std::string& evidence) {
  Round round;
  round.index = index;
  round.started_at = utc_now();
  round.world_size = ranks;
  round.marks = {{MarkKind::error, evidence}};
  return round;
}

/// Google Benchmark prints a case's line when it is done; the name may carry suffixes such as "/manual_time".
class CaseCounter {
 public:
  CaseCounter(const std::vector<ListedCase>& cases, RunObserver& observer) : observer_{observer} {
    for (const ListedCase& listed : cases) left_.push_back(listed.id);
  }

  void read(std::string_view line) {
    const std::string_view name = line.substr(0, line.find(' '));
    const auto is_named = [&](const std::string& id) {
      return name.substr(0, id.size()) == id && (name.size() == id.size() || name[id.size()] == '/');
    };
    // The longest id that fits: "a/n8" is not meant where "a/n8/warm" is.
    auto found = left_.end();
    for (auto id = left_.begin(); id != left_.end(); ++id) {
      if (is_named(*id) && (found == left_.end() || id->size() > found->size())) found = id;
    }
    if (found == left_.end()) return;
    observer_.case_is_done(*found);
    left_.erase(found);
  }

 private:
  std::vector<std::string> left_;
  RunObserver& observer_;
};

}  // namespace

Result<std::vector<ListedCase>> GroupMeasurer::missing(const Group& group, int round) const {
  std::error_code ignored;
  if (!std::filesystem::exists(setup_.record, ignored)) return group.cases;
  const auto record = read_record(setup_.record);
  if (!record) return fail(record.error());
  return missing_in(*record, group, round);
}

Result<ProcessEnd> GroupMeasurer::launch(const Group& group, int round, const std::vector<ListedCase>& cases) {
  const std::filesystem::path case_file = setup_.record.string() + ".cases";
  std::string ids;
  for (const ListedCase& listed : cases) ids += listed.id + '\n';
  if (auto written = replace_file(case_file, ids); !written) return fail(written.error());
  ProcessRequest request =
      process_of(setup_.bench, {"--suite", setup_.bench.suite, "--backend", setup_.bench.backend, "--record",
                                setup_.record.string(), "--round", fmt::format("{}", round), "--rounds",
                                fmt::format("{}", setup_.rounds), "--seed", fmt::format("{}", setup_.seed), "--only",
                                group.collective ? "collective" : "single", "--cases", case_file.string()});
  request.log = std::filesystem::path{setup_.record}.replace_extension(".log");
  request.silence_limit = Seconds{kSilenceSeconds};
  CaseCounter counter{cases, observer_};
  request.on_line = [&](std::string_view line) { counter.read(line); };
  if (group.ranks > 1) request = in_world(request, *setup_.launcher, group.ranks, setup_.slots, setup_.surroundings);
  observer_.process_starts(round, group, cases.size());
  const auto begun = std::filesystem::file_time_type::clock::now();
  auto end = runner_.run(request);
  if (group.ranks > 1 && !(end && end->exit_code == 0)) sweep_segments(kSharedMemory, begun);
  std::error_code ignored;
  std::filesystem::remove(case_file, ignored);
  return end;
}

Result<void> GroupMeasurer::mark(const std::map<std::string, std::string>& dead, const Group& group, int round) const {
  if (dead.empty()) return {};
  std::error_code ignored;
  if (!std::filesystem::exists(setup_.record, ignored)) {
    return fail(ErrorKind::measurement, "no case could be measured: " + dead.begin()->second, setup_.record.string(),
                "the whole output is in the .log file beside the record");
  }
  auto record = read_record(setup_.record);
  if (!record) return fail(record.error());
  for (const ListedCase& listed : group.cases) {
    const auto evidence = dead.find(listed.id);
    if (evidence == dead.end()) continue;
    case_of(*record, listed).rounds.push_back(failed_round(round, group.ranks, evidence->second));
    observer_.warn(fmt::format("{}: {}", listed.id, evidence->second));
  }
  return write_record(*record, setup_.record);
}

Result<GroupEnd> GroupMeasurer::measure(const Group& group, int round) {
  return group.ranks > 1 ? measure_world(group, round) : measure_alone(group, round);
}

/// One launch: what killed a rank of a large world may well kill the next, and each try costs all of its nodes.
Result<GroupEnd> GroupMeasurer::measure_world(const Group& group, int round) {
  const auto left = missing(group, round);
  if (!left) return fail(left.error());
  if (left->empty()) return GroupEnd::whole;
  const auto end = launch(group, round, *left);
  const std::string running = take_running(setup_.record);
  if (!end) return fail(end.error());
  if (end->exit_code == 2) return fail(error_of(*end, setup_.bench.program));
  if (end->was_stopped) return GroupEnd::stopped;
  const auto after = missing(group, round);
  if (!after) return fail(after.error());
  if (after->empty() && running.empty()) return GroupEnd::whole;
  const std::string evidence = error_of(*end, setup_.bench.program).what;
  std::map<std::string, std::string> struck;
  for (const ListedCase& listed : *after) {
    // Where it did not come to any case, none is to blame and all are told why.
    const bool never_began = running.empty() && after->size() == left->size();
    if (listed.id == running || never_began) struck.emplace(listed.id, evidence);
  }
  if (auto marked = mark(struck, group, round); !marked) return fail(marked.error());
  observer_.warn(
      fmt::format("the world of {} ranks ended in round {}: {} of its cases are left out ({}); `roofgate run "
                  "--resume` measures them",
                  group.ranks, round + 1, after->size() - struck.size(), evidence));
  return GroupEnd::world_ended;
}

Result<GroupEnd> GroupMeasurer::measure_alone(const Group& group, int round) {
  std::map<std::string, std::string> dead;  // case -> how its process ended; marked when there is a record
  const auto without_dead = [&](Result<std::vector<ListedCase>> cases) {
    if (cases) std::erase_if(*cases, [&](const ListedCase& listed) { return dead.count(listed.id) > 0; });
    return cases;
  };
  bool was_stopped = false;
  int dead_in_a_row = 0;
  auto left = missing(group, round);
  for (std::size_t size = group.cases.size(); left && !left->empty() && !was_stopped;) {
    const std::vector<ListedCase> attempt{left->begin(),
                                          left->begin() + static_cast<std::ptrdiff_t>(std::min(size, left->size()))};
    const auto end = launch(group, round, attempt);
    static_cast<void>(take_running(setup_.record));  // which one it was is found by trying
    if (!end) return fail(end.error());
    if (end->exit_code == 2) return fail(error_of(*end, setup_.bench.program));
    was_stopped = end->was_stopped;
    auto after = without_dead(missing(group, round));
    const bool is_fruitless = after && after->size() == left->size();
    // A process that dies at once says nothing of its other cases: half of them are tried, down to the one that kills.
    size = is_fruitless ? attempt.size() / 2 : group.cases.size();
    if (!is_fruitless) dead_in_a_row = 0;
    if (is_fruitless && attempt.size() == 1 && !was_stopped) {
      const std::string evidence = error_of(*end, setup_.bench.program).what;
      dead.emplace(attempt.front().id, evidence);
      if (++dead_in_a_row == kDeadAlone) {
        for (const ListedCase& listed : *after) dead.emplace(listed.id, evidence + ", as with other cases before it");
      }
      after = without_dead(std::move(after));
      size = group.cases.size();
    }
    left = std::move(after);
  }
  if (!left) return fail(left.error());
  if (auto marked = mark(dead, group, round); !marked) return fail(marked.error());
  return was_stopped ? GroupEnd::stopped : GroupEnd::whole;
}

}  // namespace roofgate
