// The ranks that an MPI launcher started. Includes no MPI header.
#pragma once

#include <memory>
#include <string>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// True inside mpirun, mpiexec or srun with an MPI plug-in: their environment variables say so before MPI_Init.
[[nodiscard]] bool launched_by_mpi();

/// Initialises MPI, once in a process. `unavailable` in a build without MPI, under srun without an MPI plug-in, and
/// where the world is not as large as the launcher said: N worlds of one rank would each measure the whole machine.
///
/// The world's destructor finalises MPI, which waits for every rank. After a failed call, or while an exception is on
/// its way, some rank may never come: then it ends all ranks instead, with status 3.
[[nodiscard]] Result<std::unique_ptr<World>> make_mpi_world();

/// Ends every rank of this process's MPI job, from any thread, also where a collective hangs; within seconds even if
/// MPI itself is stuck. The launcher's exit status is `status`. Without MPI: this process alone, at once.
[[noreturn]] void end_all_ranks(int status);

/// The library's name and version as loaded ("Open MPI v4.1.4"); empty in a build without MPI.
[[nodiscard]] std::string mpi_library_version();

}  // namespace roofgate
