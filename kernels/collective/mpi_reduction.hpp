// The sum of one element type as an MPI operation. Internal to the MPI side: includes MPI.
#pragma once

#include <mpi.h>

#include <memory>

#include "kernels/base/dtype.hpp"

namespace roofgate {

/// fp32 uses MPI_SUM. MPI has no bf16, so it gets an operation on 16-bit elements of our own, as Horovod does for
/// 16-bit floats: fp32 arithmetic, rounded to nearest even at each combination. Freed before MPI is finalised:
/// workloads end before their world.
class MpiReduction {
 public:
  explicit MpiReduction(DType dtype);
  [[nodiscard]] MPI_Op operation() const { return own_ ? *own_ : MPI_SUM; }
  [[nodiscard]] MPI_Datatype type() const { return own_ ? MPI_UINT16_T : MPI_FLOAT; }

 private:
  std::shared_ptr<MPI_Op> own_;
};

}  // namespace roofgate
