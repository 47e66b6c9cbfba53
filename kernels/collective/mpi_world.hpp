// The ranks that an MPI launcher started. Includes no MPI header.
#pragma once

#include <memory>
#include <string>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// True inside mpirun, mpiexec or srun: their environment variables say so before MPI_Init.
[[nodiscard]] bool launched_by_mpi();

/// Initialises MPI; the world's destructor finalises it. Fails with `unavailable` in a build without MPI.
[[nodiscard]] Result<std::unique_ptr<World>> make_mpi_world();

/// The library's own version string as loaded; empty in a build without MPI.
[[nodiscard]] std::string mpi_library_version();

}  // namespace roofgate
