// What started this process, as its environment tells it before MPI is initialised. Knows no MPI library.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace roofgate {

struct ProcessLauncher {
  std::string name = "none";  ///< "none", "mpirun" (Open MPI, MPICH and their kin), "srun"
  int processes = 1;          ///< it started, over all nodes; 1 where it does not say
  bool joins_mpi = false;     ///< it offers what MPI_Init needs to find the other processes
};

/// An environment variable's value; absent if it is not set.
using VariableLookup = std::function<std::optional<std::string>(std::string_view name)>;

[[nodiscard]] ProcessLauncher read_process_launcher(const VariableLookup& variable);

/// From this process's environment.
[[nodiscard]] ProcessLauncher read_process_launcher();

}  // namespace roofgate
