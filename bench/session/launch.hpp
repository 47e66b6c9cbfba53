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
  int nodes = 1;                   ///< of the Slurm job
  std::optional<int> slurm_tasks;  ///< that the job asked for, over all nodes
  bool names_mpi_plugin = false;   ///< SLURM_MPI_TYPE is set
};

[[nodiscard]] LaunchSurroundings launch_surroundings();

/// The first executable file of that name in the folders of `search_path`.
[[nodiscard]] std::optional<std::filesystem::path> find_on_path(const std::string& name,
                                                                const std::string& search_path);

enum class LauncherKind { mpirun, srun };

struct Launcher {
  LauncherKind kind = LauncherKind::mpirun;
  std::filesystem::path program;
};

/// `wanted`: "auto" (srun inside a Slurm job, else mpirun), "mpirun", "srun", "none". Absent for "none" and where auto
/// finds nothing; an `unavailable` error where what was named is not on the search path.
[[nodiscard]] Result<std::optional<Launcher>> find_launcher(const std::string& wanted,
                                                            const LaunchSurroundings& surroundings);

/// `request` in a world of `ranks`, nodes filled one after another, where a node has room for `slots` ranks (cores, or
/// devices). More ranks than there is room for are put together, and yield their core while they wait.
[[nodiscard]] ProcessRequest in_world(ProcessRequest request, const Launcher& launcher, int ranks, int slots,
                                      const LaunchSurroundings& surroundings);

/// Ranks that have a core or device of their own: of the Slurm job under srun, else of this node.
[[nodiscard]] int room_of(const std::optional<Launcher>& launcher, int slots, const LaunchSurroundings& surroundings);

/// Powers of two up to `slots`, and `slots` itself; none where there is room for one rank only.
[[nodiscard]] std::vector<int> default_world_sizes(int slots);

}  // namespace roofgate
