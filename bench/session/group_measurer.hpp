// Measures one group of cases in one round: the fresh process, its retries, and the marks of those that cannot be.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "bench/session/launch.hpp"
#include "bench/session/run_session.hpp"

namespace roofgate {

/// The same for all processes of a session.
struct MeasuringSetup {
  BenchSetup bench;
  std::filesystem::path record;
  std::optional<Launcher> launcher;
  int slots = 1;  ///< of a node
  LaunchSurroundings surroundings;
  int rounds = 1;
  std::uint64_t seed = 0;
};

enum class GroupEnd {
  whole,        ///< every case has samples or a mark
  stopped,      ///< by the user
  world_ended,  ///< a rank died or hung: what is left of the world's cases is not measured
};

class GroupMeasurer {
 public:
  GroupMeasurer(MeasuringSetup setup, ProcessRunner& runner, RunObserver& observer)
      : setup_{std::move(setup)}, runner_{runner}, observer_{observer} {}

  /// Errors: the program refuses (status 2), the record cannot be read or written, or no case could be measured at all.
  [[nodiscard]] Result<GroupEnd> measure(const Group& group, int round);

  [[nodiscard]] const MeasuringSetup& setup() const { return setup_; }

 private:
  [[nodiscard]] Result<GroupEnd> measure_alone(const Group& group, int round);
  [[nodiscard]] Result<GroupEnd> measure_world(const Group& group, int round);
  [[nodiscard]] Result<ProcessEnd> launch(const Group& group, int round, const std::vector<ListedCase>& cases);
  [[nodiscard]] Result<std::vector<ListedCase>> missing(const Group& group, int round) const;
  [[nodiscard]] Result<void> mark(const std::map<std::string, std::string>& dead, const Group& group, int round) const;

  MeasuringSetup setup_;
  ProcessRunner& runner_;
  RunObserver& observer_;
};

}  // namespace roofgate
