// A communicator of the stand-in NCCL and what its kernels do: they move data through memory that the ranks share.
#pragma once

#include <nccl.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/cpu_cuda/standin/meeting.hpp"

struct ncclComm {
  ncclComm(const std::string& name, int its_rank, int its_ranks)
      : meeting{name, its_rank, its_ranks}, rank{its_rank}, ranks{its_ranks} {}

  roofgate::standin::Meeting meeting;
  int rank;
  int ranks;
  std::atomic<ncclResult_t> state{ncclSuccess};
  std::atomic<bool> aborted{false};
  std::atomic<int> running{0};
};

namespace roofgate::standin {

[[nodiscard]] std::size_t size_of(ncclDataType_t type);

/// A kernel that does not end until its communicator is aborted.
void hang(ncclComm& comm);

/// The communicator is in error from now on, and the kernel hangs.
void fail(ncclComm& comm, ncclResult_t state);

/// All ranks are here. False if one is gone: the kernel has hung until it was aborted.
[[nodiscard]] bool meet(ncclComm& comm);

// Each as the collective of its name; `bytes` is of the whole message for all_reduce and broadcast (from rank 0), else
// of one rank's block.
void all_reduce(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes, ncclDataType_t type);
void reduce_scatter(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes, ncclDataType_t type);
void all_gather(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes);
void broadcast(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes);

/// One ncclSend (`from` is set) or ncclRecv (`to` is set).
struct Transfer {
  int peer = 0;
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  std::size_t bytes = 0;
};

/// All of a group at once: none waits for another of its own rank.
void exchange(ncclComm& comm, std::vector<Transfer> transfers);

}  // namespace roofgate::standin
