// The only wrapper of NCCL: one communicator over the ranks of a world. Includes no NCCL header.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "kernels/base/dtype.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"
#include "kernels/cuda/handle.hpp"
#include "kernels/cuda/stream.hpp"

// NCCL's handle, declared as in nccl.h.
struct ncclComm;

namespace roofgate {

void destroy_communicator(ncclComm* communicator);

/// "2.28.9" as loaded; empty in a build without NCCL.
[[nodiscard]] std::string nccl_version();

/// "2.28.9" of 22809; before 2.9 the minor had three digits (2804). Pure.
[[nodiscard]] std::string nccl_version_text(int version);

class NcclCommunicator {
 public:
  /// Every rank of `world` makes it together, each with its own current device: all succeed or all fail.
  /// `unavailable` in a build without NCCL and where NCCL refuses (two ranks on one device).
  [[nodiscard]] static Result<NcclCommunicator> create(World& world);

  /// Queues a sum of `elements` (bf16 or fp32) over all ranks. `send == receive` is in place.
  [[nodiscard]] Result<void> all_reduce(const std::byte* send, std::byte* receive, std::size_t elements, DType dtype,
                                        CUstream_st* stream);

  /// Asks for an asynchronous error (a peer that died, a link that broke) and does not block. On one the communicator
  /// is aborted, which ends its kernels on the device, and the error says that the process must end.
  [[nodiscard]] Result<void> poll();

 private:
  explicit NcclCommunicator(ncclComm* communicator) : handle_{communicator} {}
  Handle<ncclComm*, destroy_communicator> handle_;
};

/// The communicator of the last world it was asked for: making one takes a second, and a night has hundreds of cases.
class NcclCache {
 public:
  /// Collective where it is not yet made. The communicator lives as long as the cache.
  [[nodiscard]] Result<NcclCommunicator*> communicator(World& world);

 private:
  const World* world_ = nullptr;
  std::unique_ptr<NcclCommunicator> communicator_;
};

}  // namespace roofgate
