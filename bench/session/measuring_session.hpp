// One record being measured: what there is to measure, round after round, and what of it is there in the end. When
// which round is measured is its caller's: run_session.hpp, interleaved_session.hpp.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/session/group_measurer.hpp"
#include "bench/session/round_loop.hpp"
#include "bench/session/run_session.hpp"

namespace roofgate {

class MeasuringSession {
 public:
  MeasuringSession(BenchSetup bench, std::filesystem::path record, std::string launcher,
                   LaunchSurroundings surroundings, std::uint64_t seed, ProcessRunner& runner, RunObserver& observer);

  /// Asks roofgate-bench where it would measure.
  [[nodiscard]] Result<void> look_around();
  /// After it: asks what there is to measure in worlds of these sizes.
  [[nodiscard]] Result<void> make_plan_for(const std::vector<int>& world_sizes);
  /// Both; `world_sizes` empty: the default ones of this machine.
  [[nodiscard]] Result<void> prepare(std::vector<int> world_sizes);
  void restrict_to(const std::vector<std::string>& ids);

  /// One of `rounds` rounds; false if the user stopped it.
  [[nodiscard]] Result<bool> measure_round(int round, int rounds);
  /// Rounds `first` to `last`, the last not included.
  [[nodiscard]] Result<RoundsMade> measure(int first, int last, std::optional<Seconds> budget);

  [[nodiscard]] const Environment& environment() const { return environment_; }
  [[nodiscard]] const std::vector<Group>& plan() const { return plan_; }
  [[nodiscard]] const std::filesystem::path& record() const { return setup_.record; }
  /// Cores or devices: what the default world sizes follow from.
  [[nodiscard]] int slots() const { return setup_.slots; }
  /// False once a world ended early: it is left out of all further rounds, and the record is not finished.
  [[nodiscard]] bool is_whole() const { return ended_worlds_.empty(); }

  /// What the record holds of the plan.
  [[nodiscard]] RunOutcome outcome(const Record& record, int first, int last, bool was_stopped) const;

 private:
  [[nodiscard]] Seconds elapsed() const;

  ProcessRunner& runner_;
  RunObserver& observer_;
  std::string wanted_launcher_;
  MeasuringSetup setup_;
  Environment environment_;
  std::vector<Group> plan_;
  std::set<int> ended_worlds_;  ///< their ranks
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// A record is completed only on the machine where it began.
[[nodiscard]] Result<void> check_same_machine(const Record& record, const Environment& environment,
                                              const std::filesystem::path& file);

/// Notes, the number of rounds and, if all is there, the end.
[[nodiscard]] Result<Record> close_record(const std::filesystem::path& file, int rounds,
                                          const std::map<std::string, std::string>& notes, bool is_finished);

}  // namespace roofgate
