// One collective as MPI calls. Internal to the MPI side: includes MPI.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/collective/collective_spec.hpp"
#include "kernels/collective/message_parts.hpp"
#include "kernels/collective/mpi_reduction.hpp"
#include "kernels/collective/mpi_world_of.hpp"

namespace roofgate {

/// Where a launch finds its data. In place, both point into one buffer, as MPI lays it out: the input of all_gather is
/// this rank's block of the output; the output of reduce_scatter begins where its input does.
struct CollectiveBuffers {
  std::byte* input = nullptr;
  std::byte* output = nullptr;
};

class MpiTransfer {
 public:
  /// `unavailable` where a block exceeds 1 GiB: MPI 3 counts in int. `world` outlives the transfer.
  [[nodiscard]] static Result<MpiTransfer> make(const CollectiveSpec& spec, MpiWorld& world);

  /// Blocking: returns when this rank has its result.
  [[nodiscard]] Result<void> run(const CollectiveBuffers& buffers) const;

 private:
  MpiTransfer(const CollectiveSpec& spec, MpiWorld& world);
  [[nodiscard]] Result<void> run_part(const CollectiveBuffers& buffers, const MessagePart& part) const;
  [[nodiscard]] Result<void> run_blocks(const CollectiveBuffers& buffers) const;

  CollectiveSpec spec_;
  MpiWorld* world_;
  MpiReduction reduction_;
  std::vector<MessagePart> parts_;  ///< of operations without blocks
  int partner_ = 0;                 ///< send_recv; this rank itself where it has none
};

}  // namespace roofgate
