#include "bench/session/run_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "bench/record/record_json.hpp"
#include "bench/record/this_tool.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/session/group_measurer.hpp"
#include "bench/session/record_lock.hpp"

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Seconds kPatience{20};  // for the last child of a killed run to end

Seconds since(Clock::time_point begin) { return Seconds{std::chrono::duration<double>(Clock::now() - begin).count()}; }

/// Ranks that have a core, or a device, of their own.
int slots_of(const Environment& environment) {
  const int devices = static_cast<int>(environment.devices.size());
  return std::max(1, environment.backend == "host" ? environment.cpu.cores : devices);
}

/// A record is completed only by the same tool on the same machine.
Result<void> check_same(const Record& record, const Environment& environment, const std::filesystem::path& file) {
  const std::string key = hardware_key(environment);
  if (hardware_key(record.environment) != key) {
    return fail(ErrorKind::input,
                fmt::format("the record is of {}, this machine is {}", hardware_key(record.environment), key),
                file.string(), "resume it on the machine where it began");
  }
  if (record.tool.version != this_tool().version) {
    return fail(
        ErrorKind::input,
        fmt::format("the record was begun by roofgate {}, this is {}", record.tool.version, this_tool().version),
        file.string(), "resume it with that version, or measure anew");
  }
  return {};
}

/// Plans, measures round by round, and closes the record.
class Session {
 public:
  Session(BenchSetup bench, std::filesystem::path record, std::string launcher, LaunchSurroundings surroundings,
          ProcessRunner& runner, RunObserver& observer)
      : runner_{runner}, observer_{observer}, wanted_launcher_{std::move(launcher)} {
    setup_.bench = std::move(bench);
    setup_.record = std::move(record);
    setup_.surroundings = std::move(surroundings);
  }

  /// Asks roofgate-bench what there is. `world_sizes` empty: the default ones.
  Result<void> prepare(std::vector<int> world_sizes) {
    auto environment = describe(setup_.bench, runner_);
    if (!environment) return fail(environment.error());
    environment_ = std::move(*environment);
    setup_.bench.backend = environment_.backend;
    setup_.slots = slots_of(environment_);
    auto launcher = find_launcher(wanted_launcher_, setup_.surroundings);
    if (!launcher) return fail(launcher.error());
    setup_.launcher = *launcher;
    if (world_sizes.empty()) {
      world_sizes = default_world_sizes(room_of(setup_.launcher, setup_.slots, setup_.surroundings));
    }
    return make_plan_for(world_sizes);
  }

  /// Rounds `first` to `last`, the last not included; false if the user stopped it.
  Result<bool> measure(int first, int last, std::optional<Seconds> budget) {
    setup_.rounds = last;
    observer_.plan_is_made(plan_, last - first);
    GroupMeasurer measurer{setup_, runner_, observer_};
    Seconds longest;
    for (rounds_done_ = first; rounds_done_ < last; ++rounds_done_) {
      if (budget && rounds_done_ > first && (since(begin_) + longest) > *budget) {
        observer_.warn(fmt::format("the time budget ends the run after {} of {} rounds", rounds_done_, last));
        break;
      }
      const auto round_begin = Clock::now();
      for (const Group& group : plan_) {
        const auto went_on = measurer.measure(group, rounds_done_);
        if (!went_on) return fail(went_on.error());
        if (!*went_on) return false;
      }
      longest = std::max(longest, since(round_begin));
    }
    return true;
  }

  void restrict_to(const std::vector<std::string>& ids) { plan_ = restricted_to(std::move(plan_), ids); }

  [[nodiscard]] const Environment& environment() const { return environment_; }
  [[nodiscard]] int rounds_done() const { return rounds_done_; }

  /// What the record holds of the plan.
  [[nodiscard]] RunOutcome outcome(const Record& record, int first, int last, bool was_stopped) const {
    RunOutcome outcome;
    outcome.suite = record.suite;
    outcome.hardware_key = hardware_key(record.environment);
    outcome.rounds = last - first;
    outcome.was_stopped = was_stopped;
    outcome.elapsed = since(begin_);
    std::set<std::string_view> planned;
    for (const Group& group : plan_) {
      for (const ListedCase& listed : group.cases) planned.insert(listed.id);
      for (int round = first; round < last; ++round) {
        outcome.planned += group.cases.size();
        outcome.measured += group.cases.size() - missing_in(record, group, round).size();
      }
    }
    for (const Case& measured : record.cases) {
      if (planned.count(measured.id) > 0) note_marks(outcome, measured);
    }
    return outcome;
  }

 private:
  Result<void> make_plan_for(std::vector<int> world_sizes) {
    auto single = list_cases(setup_.bench, 1, runner_);
    if (!single) return fail(single.error());
    std::vector<std::vector<ListedCase>> listings;
    for (const int ranks : world_sizes) {
      auto listing = list_cases(setup_.bench, ranks, runner_);
      if (!listing) return fail(listing.error());
      listings.push_back(std::move(*listing));
    }
    plan_ = make_plan(*single, world_sizes, listings);
    if (!setup_.launcher) {
      const auto needs_launcher = [](const Group& group) { return group.ranks > 1; };
      const std::size_t left_out = std::erase_if(plan_, needs_launcher);
      if (left_out > 0 && wanted_launcher_ == "auto") {
        observer_.warn("no mpirun on the search path: worlds of more than one rank are left out");
      }
    }
    if (!plan_.empty()) return {};
    return fail(ErrorKind::input, "the suite has no case for this machine and these world sizes", setup_.bench.suite,
                "`roofgate-bench --suite NAME --list` shows its cases");
  }

  static void note_marks(RunOutcome& outcome, const Case& measured) {
    for (const Round& round : measured.rounds) {
      for (const Mark& mark : round.marks) {
        if (mark.kind == MarkKind::error) {
          outcome.failed.emplace(measured.id, mark.evidence);
        } else if (mark.kind == MarkKind::wrong_result) {
          outcome.wrong.emplace(measured.id, mark.evidence);
        } else {
          outcome.marked.emplace(measured.id, fmt::format("{}: {}", name_of(mark.kind), mark.evidence));
        }
      }
    }
  }

  ProcessRunner& runner_;
  RunObserver& observer_;
  std::string wanted_launcher_;
  MeasuringSetup setup_;
  Environment environment_;
  std::vector<Group> plan_;
  int rounds_done_ = 0;
  Clock::time_point begin_ = Clock::now();
};

/// Notes, the number of rounds and, if all is there, the end.
Result<Record> close_record(const std::filesystem::path& file, int rounds,
                            const std::map<std::string, std::string>& notes, bool is_finished) {
  auto record = read_record(file);
  if (!record) return record;
  record->rounds_planned = rounds;
  for (const auto& [name, text] : notes) record->notes.insert_or_assign(name, text);
  if (is_finished) record->finished_at = utc_now();
  if (auto written = write_record(*record, file); !written) return fail(written.error());
  return record;
}

Result<RunRequest> of_record(RunRequest request) {
  const auto record = read_record(request.record);
  if (!record) return fail(record.error());
  if (!request.bench.suite.empty() && request.bench.suite.find('/') == std::string::npos &&
      request.bench.suite != record->suite) {
    return fail(ErrorKind::usage,
                fmt::format("the record is of suite '{}', not '{}'", record->suite, request.bench.suite),
                request.record.string(), "leave out --suite: --resume takes the record's");
  }
  if (request.bench.suite.empty()) request.bench.suite = record->suite;
  request.bench.backend = record->environment.backend;
  request.rounds = record->rounds_planned;
  return request;
}

}  // namespace

ExitStatus status_of(const RunOutcome& outcome) {
  if (!outcome.wrong.empty()) return ExitStatus::wrong_result;
  const bool is_whole = outcome.failed.empty() && outcome.measured == outcome.planned && !outcome.was_stopped;
  return is_whole ? ExitStatus::pass : ExitStatus::cannot_judge;
}

Result<RunOutcome> run_session(const RunRequest& asked, ProcessRunner& runner, RunObserver& observer) {
  auto lock = RecordLock::take(asked.record, kPatience);
  if (!lock) return fail(lock.error());
  auto request = asked.resume ? of_record(asked) : Result<RunRequest>{asked};
  if (!request) return fail(request.error());
  Session session{request->bench, request->record, request->launcher, request->surroundings, runner, observer};
  if (auto prepared = session.prepare(request->world_sizes); !prepared) return fail(prepared.error());
  if (request->resume) {
    const auto record = read_record(request->record);
    if (!record) return fail(record.error());
    const auto same = check_same(*record, session.environment(), request->record);
    if (!same) return fail(same.error());
  }
  const auto went_on = session.measure(0, request->rounds, request->budget);
  if (!went_on) return fail(went_on.error());
  std::error_code ignored;
  if (!*went_on && !std::filesystem::exists(request->record, ignored)) {
    return fail(ErrorKind::measurement, "stopped before anything was measured");
  }
  const int rounds = *went_on ? session.rounds_done() : request->rounds;
  const auto record = close_record(request->record, rounds, request->notes, *went_on);
  if (!record) return fail(record.error());
  return session.outcome(*record, 0, rounds, !*went_on);
}

Result<RunOutcome> remeasure(const Remeasuring& request, ProcessRunner& runner, RunObserver& observer) {
  auto lock = RecordLock::take(request.record, kPatience);
  if (!lock) return fail(lock.error());
  const auto before = read_record(request.record);
  if (!before) return fail(before.error());
  BenchSetup bench = request.bench;
  if (bench.suite.empty()) bench.suite = before->suite;
  bench.backend = before->environment.backend;
  std::set<int> world_sizes;
  int first = 0;
  for (const Case& measured : before->cases) {
    for (const Round& round : measured.rounds) {
      first = std::max(first, round.index + 1);
      // Of collectives and the step: their ids name the world.
      if (measured.id.find("/ranks") != std::string::npos) world_sizes.insert(round.world_size);
    }
  }
  Session session{bench, request.record, request.launcher, request.surroundings, runner, observer};
  if (auto prepared = session.prepare({world_sizes.begin(), world_sizes.end()}); !prepared) {
    return fail(prepared.error());
  }
  if (auto same = check_same(*before, session.environment(), request.record); !same) return fail(same.error());
  session.restrict_to(request.case_ids);
  const auto went_on = session.measure(first, first + request.extra_rounds, std::nullopt);
  if (!went_on) return fail(went_on.error());
  // Only some cases have the further rounds: the record is not to look as though the others were missing.
  const auto record = close_record(request.record, before->rounds_planned, {}, false);
  if (!record) return fail(record.error());
  return session.outcome(*record, first, first + request.extra_rounds, !*went_on);
}

}  // namespace roofgate
