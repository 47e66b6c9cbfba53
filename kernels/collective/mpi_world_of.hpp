// A World whose communicator can be asked for: what MPI workloads of this folder are made on. Includes MPI.
#pragma once

#include <mpi.h>

#include <string_view>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

class MpiWorld : public World {
 public:
  /// Errors return (MPI_ERRORS_RETURN).
  [[nodiscard]] virtual MPI_Comm communicator() const = 0;
  /// Nothing if `code` is MPI_SUCCESS; else an `internal` error in MPI's own words, and the world counts as failed.
  [[nodiscard]] virtual Result<void> outcome(int code, std::string_view call) = 0;
};

}  // namespace roofgate
