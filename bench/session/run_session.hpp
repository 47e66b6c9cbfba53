// A night's measuring: every round in fresh processes, one per group of the plan, and the record complete or resumable
// whatever happens to them. It measures nothing itself and prints nothing: an observer is told.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/session/bench_program.hpp"
#include "bench/session/launch.hpp"
#include "bench/session/plan.hpp"
#include "bench/session/process.hpp"
#include "kernels/base/exit_status.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct RunRequest {
  BenchSetup bench;
  int rounds = 5;
  std::vector<int> world_sizes;  ///< of the collectives; empty: default_world_sizes of this machine
  std::string launcher = "auto";
  std::filesystem::path record;
  bool resume = false;                       ///< complete `record`; rounds, suite and backend are the record's
  std::optional<Seconds> budget;             ///< no round begins that would probably end later
  std::uint64_t seed = 0;                    ///< of the shuffled order and the data
  std::map<std::string, std::string> notes;  ///< for the record
  LaunchSurroundings surroundings;
};

struct Remeasuring {
  BenchSetup bench;  ///< suite and backend are the record's where empty
  std::string launcher = "auto";
  std::filesystem::path record;
  std::vector<std::string> case_ids;
  int extra_rounds = 1;
  LaunchSurroundings surroundings;
};

class RunObserver {
 public:
  RunObserver() = default;
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;
  virtual ~RunObserver() = default;

  virtual void plan_is_made(const std::vector<Group>& /*plan*/, int /*rounds*/) {}
  virtual void process_starts(int /*round*/, const Group& /*group*/, std::size_t /*missing*/) {}
  virtual void case_is_done(const std::string& /*id*/) {}
  virtual void tell(const std::string& /*sentence*/) {}
  virtual void warn(const std::string& /*sentence*/) {}
};

struct RunOutcome {
  std::string suite, hardware_key;
  std::string suite_file;                     ///< as it was given; empty where a name was
  int rounds = 0;                             ///< that were measured or, in a stopped run, planned
  std::size_t planned = 0;                    ///< pairs of case and round
  std::size_t measured = 0;                   ///< of them, those with samples or a mark
  std::map<std::string, std::string> failed;  ///< cases marked `error`, with the evidence
  std::map<std::string, std::string> wrong;   ///< cases marked `wrong_result`
  std::map<std::string, std::string> marked;  ///< cases with other marks only: first one, "contended: …"
  bool was_stopped = false;
  bool nothing_to_judge = false;  ///< no planned case has a single sample: all were skipped or failed
  Seconds elapsed;
};

/// 4 with a wrong result; 3 with a failed case, or where something or everything is missing; else 0.
[[nodiscard]] ExitStatus status_of(const RunOutcome& outcome);

/// A process that dies leaves cases unmeasured: they get a fresh process; one that keeps dying is found by running the
/// cases alone, and is marked `error` with how its process ended. A world of several ranks that dies or hangs is not
/// started again: the case that it was at is marked, the rest of that world size stays for a resumed run, and the other
/// worlds go on. Stops between cases when the runner was stopped.
[[nodiscard]] Result<RunOutcome> run_session(const RunRequest& request, ProcessRunner& runner, RunObserver& observer);

/// Adds rounds of some cases to a finished record: for cases that were inconclusive.
[[nodiscard]] Result<RunOutcome> remeasure(const Remeasuring& request, ProcessRunner& runner, RunObserver& observer);

}  // namespace roofgate
