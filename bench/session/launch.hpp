// Starting a world of several ranks: which launcher, with which arguments, and which world sizes by default.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/session/process.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// What the choice depends on.
struct LaunchSurroundings {
  std::string search_path;    ///< PATH
  bool in_slurm_job = false;  ///< SLURM_JOB_ID is set
  bool is_root = false;
};

[[nodiscard]] LaunchSurroundings launch_surroundings();

enum class LauncherKind { mpirun, srun };

struct Launcher {
  LauncherKind kind = LauncherKind::mpirun;
  std::filesystem::path program;
};

/// `wanted`: "auto" (srun inside a Slurm job, else mpirun), "mpirun", "srun", "none". Absent for "none" and where auto
/// finds nothing; an `unavailable` error where what was named is not on the search path.
[[nodiscard]] Result<std::optional<Launcher>> find_launcher(const std::string& wanted,
                                                            const LaunchSurroundings& surroundings);

/// `request` in a world of `ranks` on a machine with room for `slots` (cores, or devices).
[[nodiscard]] ProcessRequest in_world(ProcessRequest request, const Launcher& launcher, int ranks, int slots,
                                      bool is_root);

/// Powers of two up to `slots`, and `slots` itself; none where there is room for one rank only.
[[nodiscard]] std::vector<int> default_world_sizes(int slots);

}  // namespace roofgate
