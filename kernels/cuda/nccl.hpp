// The only wrapper of NCCL: one communicator over the ranks of a world. Includes no NCCL header.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "kernels/base/dtype.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"
#include "kernels/cuda/handle.hpp"
#include "kernels/cuda/nccl_log.hpp"
#include "kernels/cuda/stream.hpp"

// NCCL's handle, declared as in nccl.h.
struct ncclComm;

namespace roofgate {

void destroy_communicator(ncclComm* communicator);

/// "2.28.9" as loaded; empty in a build without NCCL.
[[nodiscard]] std::string nccl_version();

/// "2.28.9" of 22809; before 2.9 the minor had three digits (2804). Pure.
[[nodiscard]] std::string nccl_version_text(int version);

void free_nccl_memory(std::byte* data);

/// Device memory that NCCL can map on every device of the node (ncclMemAlloc), for registration.
class NcclMemory {
 public:
  NcclMemory() = default;
  /// `unavailable` before NCCL 2.19, and where the device has not that much free.
  [[nodiscard]] static Result<NcclMemory> allocate(std::size_t bytes);
  [[nodiscard]] std::byte* data() const { return handle_.get(); }

 private:
  explicit NcclMemory(std::byte* data) : handle_{data} {}
  Handle<std::byte*, free_nccl_memory> handle_;
};

/// Ends with the registration; before its communicator and its memory.
class NcclRegistration {
 public:
  NcclRegistration() = default;
  NcclRegistration(ncclComm* communicator, void* handle) : communicator_{communicator}, handle_{handle} {}
  NcclRegistration(NcclRegistration&& other) noexcept
      : communicator_{other.communicator_}, handle_{std::exchange(other.handle_, nullptr)} {}
  NcclRegistration& operator=(NcclRegistration&& other) noexcept {
    std::swap(communicator_, other.communicator_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  NcclRegistration(const NcclRegistration&) = delete;
  NcclRegistration& operator=(const NcclRegistration&) = delete;
  ~NcclRegistration();

 private:
  ncclComm* communicator_ = nullptr;
  void* handle_ = nullptr;
};

class NcclCommunicator {
 public:
  /// Every rank of `world` makes it together, each with its own current device: all succeed or all fail.
  /// `unavailable` in a build without NCCL and where NCCL refuses (two ranks on one device).
  [[nodiscard]] static Result<NcclCommunicator> create(World& world);

  /// Each queues one collective of bf16 or fp32 on `stream`; `count` is NCCL's: of allreduce and broadcast the whole
  /// message, of the others one rank's block. Equal pointers (at this rank's block, where one buffer is larger) are in
  /// place. Sums are sums; broadcast is from rank 0.
  [[nodiscard]] Result<void> all_reduce(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                        CUstream_st* stream);
  [[nodiscard]] Result<void> reduce_scatter(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                            CUstream_st* stream);
  [[nodiscard]] Result<void> all_gather(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                        CUstream_st* stream);
  [[nodiscard]] Result<void> broadcast(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                       CUstream_st* stream);
  /// A group of sends and receives, as nccl-tests has it: every version of NCCL can do that.
  [[nodiscard]] Result<void> all_to_all(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                        CUstream_st* stream);
  /// Sends to and receives from `peer` at once.
  [[nodiscard]] Result<void> exchange(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                      int peer, CUstream_st* stream);

  /// Tells NCCL of memory that collectives will use, so that it may skip its own buffers. `unavailable` before 2.19.
  [[nodiscard]] Result<NcclRegistration> register_memory(std::byte* data, std::size_t bytes);

  /// Asks for an asynchronous error (a peer that died, a link that broke) and does not block. On one the communicator
  /// is aborted, which ends its kernels on the device, and the error says that the process must end.
  [[nodiscard]] Result<void> poll();

 private:
  [[nodiscard]] Result<void> send_and_receive(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                              int peer, CUstream_st* stream);
  [[nodiscard]] Result<void> grouped(const std::function<Result<void>()>& queue);

  NcclCommunicator(ncclComm* communicator, int ranks) : handle_{communicator}, ranks_{ranks} {}
  Handle<ncclComm*, destroy_communicator> handle_;
  int ranks_ = 1;
};

/// The communicator of the last world it was asked for: making one takes a second, and a night has hundreds of cases.
class NcclCache {
 public:
  /// Collective where it is not yet made. The communicator lives as long as the cache.
  [[nodiscard]] Result<NcclCommunicator*> communicator(World& world);
  /// NCCL's, from the making of this cache on.
  [[nodiscard]] NcclLog& log() { return log_; }

 private:
  NcclLog log_;
  const World* world_ = nullptr;
  std::unique_ptr<NcclCommunicator> communicator_;
};

/// A collective takes room in the stream's queue and in NCCL's own of work for its kernels; 32 behind one hold leave
/// both far from full.
inline constexpr std::size_t kCollectiveQueueCost = 8;

}  // namespace roofgate
