#include "bench/session/run_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bench/locate/data_folders.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/this_tool.hpp"
#include "bench/session/measuring_session.hpp"
#include "bench/session/record_lock.hpp"

namespace roofgate {
namespace {

constexpr Seconds kPatience{20};  // for the last child of a killed run to end

/// A record is completed only by the same tool on the same machine.
Result<void> check_same(const Record& record, const Environment& environment, const std::filesystem::path& file) {
  if (auto same = check_same_machine(record, environment, file); !same) return same;
  if (record.tool.version == this_tool().version) return {};
  return fail(ErrorKind::input,
              fmt::format("the record was begun by roofgate {}, this is {}", record.tool.version, this_tool().version),
              file.string(), "resume it with that version, or measure anew");
}

Result<RunRequest> of_record(RunRequest request) {
  const auto record = read_record(request.record);
  if (!record) return fail(record.error());
  const bool is_file = is_suite_file(request.bench.suite);
  if (!request.bench.suite.empty() && !is_file && request.bench.suite != record->suite) {
    return fail(ErrorKind::usage,
                fmt::format("the record is of suite '{}', not '{}'", record->suite, request.bench.suite),
                request.record.string(), "leave out --suite: --resume takes the record's");
  }
  if (request.bench.suite.empty()) request.bench.suite = record->suite;
  request.bench.backend = backend_option(record->environment);
  request.rounds = record->rounds_planned;
  return request;
}

}  // namespace

ExitStatus status_of(const RunOutcome& outcome) {
  if (!outcome.wrong.empty()) return ExitStatus::wrong_result;
  const bool is_whole = outcome.failed.empty() && !outcome.nothing_to_judge && outcome.measured == outcome.planned &&
                        !outcome.was_stopped;
  return is_whole ? ExitStatus::pass : ExitStatus::cannot_judge;
}

Result<RunOutcome> run_session(const RunRequest& asked, ProcessRunner& runner, RunObserver& observer) {
  auto lock = RecordLock::take(asked.record, kPatience);
  if (!lock) return fail(lock.error());
  auto request = asked.resume ? of_record(asked) : Result<RunRequest>{asked};
  if (!request) return fail(request.error());
  MeasuringSession session{request->bench, request->record, request->launcher, request->surroundings,
                           request->seed,  runner,          observer};
  if (auto prepared = session.prepare(request->world_sizes); !prepared) {
    Error error = prepared.error();
    if (request->resume && asked.bench.suite.empty() && error.kind == ErrorKind::input) {
      error.hint = fmt::format("if '{}' was a file of your own, name it too: --suite FILE", request->bench.suite);
    }
    return fail(std::move(error));
  }
  if (request->resume) {
    const auto record = read_record(request->record);
    if (!record) return fail(record.error());
    const auto same = check_same(*record, session.environment(), request->record);
    if (!same) return fail(same.error());
  }
  const auto made = session.measure(0, request->rounds, request->budget);
  if (!made) return fail(made.error());
  std::error_code ignored;
  if (!made->went_on && !std::filesystem::exists(request->record, ignored)) {
    return fail(ErrorKind::measurement, "stopped before anything was measured");
  }
  const int rounds = made->went_on ? made->done : request->rounds;
  const auto record = close_record(request->record, rounds, request->notes, made->went_on && session.is_whole());
  if (!record) return fail(record.error());
  return session.outcome(*record, 0, rounds, !made->went_on);
}

Result<RunOutcome> remeasure(const Remeasuring& request, ProcessRunner& runner, RunObserver& observer) {
  auto lock = RecordLock::take(request.record, kPatience);
  if (!lock) return fail(lock.error());
  const auto before = read_record(request.record);
  if (!before) return fail(before.error());
  BenchSetup bench = request.bench;
  if (bench.suite.empty()) bench.suite = before->suite;
  bench.backend = backend_option(before->environment);
  std::set<int> world_sizes;
  int first = 0;
  for (const Case& measured : before->cases) {
    for (const Round& round : measured.rounds) {
      first = std::max(first, round.index + 1);
      // Of collectives and the step: their ids name the world.
      if (measured.id.find("/ranks") != std::string::npos) world_sizes.insert(round.world_size);
    }
  }
  MeasuringSession session{bench, request.record, request.launcher, request.surroundings, 0, runner, observer};
  if (auto prepared = session.prepare({world_sizes.begin(), world_sizes.end()}); !prepared) {
    return fail(prepared.error());
  }
  if (auto same = check_same(*before, session.environment(), request.record); !same) return fail(same.error());
  session.restrict_to(request.case_ids);
  const auto made = session.measure(first, first + request.extra_rounds, std::nullopt);
  if (!made) return fail(made.error());
  // Only some cases have the further rounds: the record is not to look as though the others were missing.
  const auto record = close_record(request.record, before->rounds_planned, {}, false);
  if (!record) return fail(record.error());
  return session.outcome(*record, first, first + request.extra_rounds, !made->went_on);
}

}  // namespace roofgate
