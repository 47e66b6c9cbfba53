// Several records measured in turns on one machine: round by round, each side in fresh processes, so that what the
// machine does in the meantime meets all of them alike. Two environments (`run --ab`), or a night beside the same with
// planted losses (`drill`).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/session/bench_program.hpp"
#include "bench/session/launch.hpp"
#include "bench/session/process.hpp"
#include "bench/session/run_session.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct InterleavedSide {
  std::string name;  ///< in messages: "A"
  BenchSetup bench;
  std::filesystem::path record;
  std::map<std::string, std::string> notes;  ///< in the record from its first round on
};

struct InterleavedRequest {
  std::vector<InterleavedSide> sides;
  int rounds = 6;
  std::function<std::vector<std::size_t>(int round)> order;  ///< of the sides in a round; the first begins with side 0
  /// Which of the first side's cases the others measure too, once its first round is there; no function: all.
  std::function<Result<std::vector<std::string>>(const Record&)> chosen = {};
  std::vector<int> world_sizes;  ///< empty: the default ones of the side with the least room, for every side
  std::string launcher = "auto";
  bool resume = false;  ///< completes records that are there
  std::optional<Seconds> budget;
  std::uint64_t seed = 0;  ///< the same for all sides: each measures the same data in the same order
  LaunchSurroundings surroundings;
};

/// One outcome per side. Every side must measure with the same backend. A resumed side must be of this machine and have
/// the notes that are asked for.
[[nodiscard]] Result<std::vector<RunOutcome>> run_interleaved(const InterleavedRequest& request, ProcessRunner& runner,
                                                              RunObserver& observer);

}  // namespace roofgate
