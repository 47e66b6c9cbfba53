// A collective over the ranks of a world: what a case asks for and its traffic model. Pure: no transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/dtype.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

enum class CollectiveOp { allreduce, reduce_scatter, all_gather, all_to_all, broadcast, send_recv };

/// "allreduce", "reduce_scatter", …: the first part of the case's id.
[[nodiscard]] std::string_view name_of(CollectiveOp op);

struct CollectiveSpec {
  CollectiveOp op = CollectiveOp::allreduce;
  DType dtype = DType::bf16;  ///< bf16 or fp32
  bool in_place = false;
  /// Nominal size: the larger of a rank's send and receive buffers, as nccl-tests counts it. A multiple of the element.
  std::int64_t bytes = 0;
  int ranks = 1;            ///< set from the world that measures, never by a suite
  int pairing = 1;          ///< send_recv: which pairs exchange (pairs.hpp)
  bool registered = false;  ///< CUDA: buffers of ncclMemAlloc, registered with the communicator
  std::string transport;    ///< CUDA: what NCCL must use (nccl_log.hpp); empty: whatever it chooses

  /// `all_gather/bf16/out_of_place/bytes1048576/ranks8`, `send_recv/fp32/out_of_place/bytes8/pairing2/ranks4`,
  /// `allreduce/bf16/in_place/bytes8/registered/ranks8`.
  [[nodiscard]] std::string id() const;

  /// What one rank exchanges with each other one: the message over the ranks, at least one element (8 bytes over 16
  /// ranks are one element each). Of allreduce, broadcast and send_recv: the whole message.
  [[nodiscard]] std::size_t block_elements() const;
  [[nodiscard]] std::size_t input_elements() const;   ///< in a rank's send buffer
  [[nodiscard]] std::size_t output_elements() const;  ///< in its receive buffer

  /// link_bytes = the larger buffer as it really is, bytes rounded up to whole blocks: algorithm bandwidth is
  /// link_bytes / time. The additions of reductions are not counted.
  [[nodiscard]] Work work() const;

  [[nodiscard]] Result<void> validate() const;

  /// Whether a world of `ranks` has this case: send_recv needs a partner, and as many pairings as are asked for.
  [[nodiscard]] bool exists_among(int world_ranks) const;

  /// validate, and whether it was made for this world and exists in it.
  [[nodiscard]] Result<void> validate_in(const World& world) const;
};

/// 2(n-1)/n: what a ring sends per rank and byte of an allreduce's message (nccl-tests doc/PERFORMANCE.md).
[[nodiscard]] Ratio allreduce_bus_factor(int ranks);

}  // namespace roofgate
