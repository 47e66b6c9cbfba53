#include "bench/session/measuring_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "bench/locate/data_folders.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

/// Ranks that have a core, or a device, of their own.
int slots_of(const Environment& environment) {
  const int devices = static_cast<int>(environment.devices.size());
  return std::max(1, environment.backend == "host" ? environment.cpu.cores : devices);
}

void note_marks(RunOutcome& outcome, const Case& measured) {
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

}  // namespace

MeasuringSession::MeasuringSession(BenchSetup bench, std::filesystem::path record, std::string launcher,
                                   LaunchSurroundings surroundings, std::uint64_t seed, ProcessRunner& runner,
                                   RunObserver& observer)
    : runner_{runner}, observer_{observer}, wanted_launcher_{std::move(launcher)} {
  setup_.bench = std::move(bench);
  setup_.record = std::move(record);
  setup_.seed = seed;
  setup_.surroundings = std::move(surroundings);
}

Result<void> MeasuringSession::look_around() {
  auto environment = describe(setup_.bench, runner_);
  if (!environment) return fail(environment.error());
  environment_ = std::move(*environment);
  setup_.bench.backend = backend_option(environment_);
  setup_.slots = slots_of(environment_);
  auto launcher = find_launcher(wanted_launcher_, setup_.surroundings);
  if (!launcher) return fail(launcher.error());
  setup_.launcher = *launcher;
  return {};
}

Result<void> MeasuringSession::prepare(std::vector<int> world_sizes) {
  if (auto looked = look_around(); !looked) return looked;
  if (world_sizes.empty()) {
    world_sizes = default_world_sizes(room_of(setup_.launcher, setup_.slots, setup_.surroundings));
  }
  return make_plan_for(world_sizes);
}

void MeasuringSession::restrict_to(const std::vector<std::string>& ids) {
  plan_ = restricted_to(std::move(plan_), ids);
}

Result<bool> MeasuringSession::measure_round(int round, int rounds) {
  setup_.rounds = rounds;
  GroupMeasurer measurer{setup_, runner_, observer_};
  for (const Group& group : plan_) {
    if (group.ranks > 1 && ended_worlds_.contains(group.ranks)) continue;
    const auto end = measurer.measure(group, round);
    if (!end) return fail(end.error());
    if (*end == GroupEnd::stopped) return false;
    if (*end == GroupEnd::world_ended) ended_worlds_.insert(group.ranks);
  }
  return true;
}

Result<RoundsMade> MeasuringSession::measure(int first, int last, std::optional<Seconds> budget) {
  observer_.plan_is_made(plan_, last - first);
  return make_rounds({first, last, budget, begin_}, observer_, [&](int round) { return measure_round(round, last); });
}

Seconds MeasuringSession::elapsed() const {
  return Seconds{std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count()};
}

RunOutcome MeasuringSession::outcome(const Record& record, int first, int last, bool was_stopped) const {
  RunOutcome outcome;
  outcome.suite = record.suite;
  if (is_suite_file(setup_.bench.suite)) outcome.suite_file = setup_.bench.suite;
  outcome.hardware_key = hardware_key(record.environment);
  outcome.rounds = last - first;
  outcome.was_stopped = was_stopped;
  outcome.elapsed = elapsed();
  std::set<std::string_view> planned;
  for (const Group& group : plan_) {
    for (const ListedCase& listed : group.cases) planned.insert(listed.id);
    for (int round = first; round < last; ++round) {
      outcome.planned += group.cases.size();
      outcome.measured += group.cases.size() - missing_in(record, group, round).size();
    }
  }
  outcome.nothing_to_judge = true;
  for (const Case& measured : record.cases) {
    if (planned.count(measured.id) == 0) continue;
    note_marks(outcome, measured);
    if (std::any_of(measured.rounds.begin(), measured.rounds.end(), [](const Round& r) { return !r.time_s.empty(); }))
      outcome.nothing_to_judge = false;
  }
  return outcome;
}

Result<void> MeasuringSession::make_plan_for(const std::vector<int>& world_sizes) {
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
  return fail(
      ErrorKind::input, "the suite has no case for this machine and these world sizes", setup_.bench.suite,
      "`roofgate-bench --suite NAME --list` shows its cases; strong scaling needs tokens that the ranks divide, "
      "pairs of ranks a partner for each");
}

Result<void> check_same_machine(const Record& record, const Environment& environment,
                                const std::filesystem::path& file) {
  const std::string key = hardware_key(environment);
  if (hardware_key(record.environment) == key) return {};
  return fail(ErrorKind::input,
              fmt::format("the record is of {}, this machine is {}", hardware_key(record.environment), key),
              file.string(), "resume it on the machine where it began");
}

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

}  // namespace roofgate
