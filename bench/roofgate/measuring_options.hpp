// The options of every command that measures: run, nightly, gate --remeasure. One place, so that they mean the same.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/session/run_session.hpp"
#include "kernels/base/result.hpp"

namespace CLI {
class App;
}

namespace roofgate {

/// How to start roofgate-bench.
struct LaunchOptions {
  std::string bench;  ///< --bench
  std::string launcher = "auto";
  bool allow_debug_build = false;

  void add_to(CLI::App& command);
  /// The measuring program, located; suite and backend are left empty.
  [[nodiscard]] Result<BenchSetup> setup() const;
};

struct MeasuringOptions {
  LaunchOptions launch;
  std::string suite = "quick";
  std::string backend = "auto";
  int rounds = 5;
  std::vector<int> world_sizes;  ///< empty: the default ones
  double budget_minutes = 0;     ///< 0: none
  std::string seed;              ///< empty: another one each time

  void add_to(CLI::App& command);
  /// Everything but where the record goes.
  [[nodiscard]] Result<RunRequest> request() const;
};

}  // namespace roofgate
