// The entry points of NCCL that roofgate calls: collectives through memory that the ranks' processes share.
#include <nccl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/nccl_comm.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"
#include "tests/cpu_cuda/standin/stream.hpp"

using namespace roofgate::standin;

namespace {

/// What the scenario does to this kernel on this rank. True: go on.
bool passes_faults(ncclComm& comm) {
  if (count_call("nccl.die", comm.rank)) ::raise(SIGKILL);
  if (count_call("nccl.hang", comm.rank)) return hang(comm), false;
  if (const auto fault = count_call("nccl.async", comm.rank)) {
    return fail(comm, static_cast<ncclResult_t>(fault->result)), false;
  }
  return true;
}

double ring_seconds(const ncclComm& comm, double bytes, double rounds) {
  const NcclScript& script = scenario().nccl;
  const auto ranks = static_cast<double>(comm.ranks);
  const double share = comm.ranks > 1 ? rounds * (ranks - 1.0) / ranks : 1.0;
  const auto index = static_cast<std::size_t>(comm.rank);
  const double slower = index < script.slower.size() ? script.slower[index] : 1.0;
  return slower * (script.latency_s + share * bytes / script.bytes_per_s);
}

using Collective = std::function<void(ncclComm&)>;

/// `words`: the addresses that it uses.
ncclResult_t queue(ncclComm& comm, const char* call, std::vector<std::uintptr_t> words, Collective collective,
                   double seconds, cudaStream_t stream) {
  if (const auto fault = count_call(call, comm.rank)) return static_cast<ncclResult_t>(fault->result);
  if (begin_call(call) != cudaSuccess) return ncclUnhandledCudaError;
  Operation operation;
  operation.is_kernel = true;
  operation.words = std::move(words);
  ++comm.running;
  operation.run = [&comm, collective = std::move(collective), seconds](Execution&) {
    if (passes_faults(comm)) collective(comm);
    --comm.running;
    return seconds;
  };
  stream->push(std::move(operation));
  return ncclSuccess;
}

std::uintptr_t word_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

/// The sends and receives of the calling thread between ncclGroupStart and ncclGroupEnd.
struct TransferGroup {
  ncclComm* comm = nullptr;
  cudaStream_t stream = nullptr;
  std::vector<Transfer> transfers;
  int depth = 0;
};

TransferGroup& group() {
  thread_local TransferGroup made;
  return made;
}

ncclResult_t queue_group() {
  TransferGroup ready = std::exchange(group(), {});
  if (ready.transfers.empty()) return ncclSuccess;
  std::vector<std::uintptr_t> words;
  double sent = 0.0;
  for (const Transfer& transfer : ready.transfers) {
    words.push_back(word_of(transfer.from != nullptr ? transfer.from : transfer.to));
    if (transfer.from != nullptr) sent += static_cast<double>(transfer.bytes);
  }
  return queue(
      *ready.comm, "ncclGroupEnd", std::move(words),
      [transfers = std::move(ready.transfers)](ncclComm& here) { exchange(here, transfers); },
      ring_seconds(*ready.comm, sent, 1.0), ready.stream);
}

ncclResult_t add_transfer(ncclComm& comm, cudaStream_t stream, const Transfer& transfer) {
  TransferGroup& open = group();
  open.comm = &comm;
  open.stream = stream;
  open.transfers.push_back(transfer);
  return open.depth > 0 ? ncclSuccess : queue_group();
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclUnhandledCudaError:
      return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError:
      return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInvalidUsage:
      return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError:
      return "remote process exited or there was a network error";
    default:
      return "internal error - please report this issue to the NCCL developers";
  }
}

const char* ncclGetLastError(ncclComm_t /*comm*/) { return ""; }

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  if (const auto fault = count_call("ncclGetUniqueId")) return static_cast<ncclResult_t>(fault->result);
  const std::string name = Meeting::found();
  *id = ncclUniqueId{};
  std::memcpy(static_cast<void*>(id->internal), name.c_str(), name.size() + 1);
  return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  *comm = nullptr;
  if (const auto fault = count_call("ncclCommInitRank", rank)) return static_cast<ncclResult_t>(fault->result);
  if (ranks > kMostRanks) return ncclInvalidArgument;
  auto made = std::make_unique<ncclComm>(static_cast<const char*>(id.internal), rank, ranks);
  auto& devices = made->meeting.place().devices;
  devices[static_cast<std::size_t>(rank)] = device_in_use()->index();
  if (!meet(*made)) return ncclRemoteError;
  std::vector<int> used(devices.begin(), devices.begin() + ranks);
  std::sort(used.begin(), used.end());
  // "Duplicate GPU detected"
  if (std::adjacent_find(used.begin(), used.end()) != used.end()) return ncclInvalidUsage;
  *comm = made.release();
  return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* state) {
  // A rank that is gone is noticed by those that wait for it, and by those that ask.
  *state = comm->state;
  return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  comm->aborted = true;
  comm->meeting.fail();
  while (comm->running > 0) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  delete comm;
  return ncclSuccess;
}

ncclResult_t ncclAllReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type, ncclRedOp_t /*op*/,
                           ncclComm_t comm, cudaStream_t stream) {
  const std::size_t bytes = count * size_of(type);
  return queue(
      *comm, "ncclAllReduce", {word_of(send), word_of(receive)},
      [=](ncclComm& here) {
        all_reduce(here, static_cast<const std::byte*>(send), static_cast<std::byte*>(receive), bytes, type);
      },
      ring_seconds(*comm, static_cast<double>(bytes), 2.0), stream);
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                               ncclRedOp_t /*op*/, ncclComm_t comm, cudaStream_t stream) {
  const std::size_t bytes = count * size_of(type);
  return queue(
      *comm, "ncclReduceScatter", {word_of(send), word_of(receive)},
      [=](ncclComm& here) {
        reduce_scatter(here, static_cast<const std::byte*>(send), static_cast<std::byte*>(receive), bytes, type);
      },
      ring_seconds(*comm, static_cast<double>(bytes) * comm->ranks, 1.0), stream);
}

ncclResult_t ncclAllGather(const void* send, void* receive, std::size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
  const std::size_t bytes = count * size_of(type);
  return queue(
      *comm, "ncclAllGather", {word_of(send), word_of(receive)},
      [=](ncclComm& here) {
        all_gather(here, static_cast<const std::byte*>(send), static_cast<std::byte*>(receive), bytes);
      },
      ring_seconds(*comm, static_cast<double>(bytes) * comm->ranks, 1.0), stream);
}

ncclResult_t ncclBroadcast(const void* send, void* receive, std::size_t count, ncclDataType_t type, int /*root*/,
                           ncclComm_t comm, cudaStream_t stream) {
  const std::size_t bytes = count * size_of(type);
  return queue(
      *comm, "ncclBroadcast", {word_of(send), word_of(receive)},
      [=](ncclComm& here) {
        broadcast(here, static_cast<const std::byte*>(send), static_cast<std::byte*>(receive), bytes);
      },
      ring_seconds(*comm, static_cast<double>(bytes), 1.0), stream);
}

ncclResult_t ncclGroupStart() {
  ++group().depth;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() { return --group().depth > 0 ? ncclSuccess : queue_group(); }

ncclResult_t ncclSend(const void* send, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return add_transfer(*comm, stream, {peer, static_cast<const std::byte*>(send), nullptr, count * size_of(type)});
}

ncclResult_t ncclRecv(void* receive, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return add_transfer(*comm, stream, {peer, nullptr, static_cast<std::byte*>(receive), count * size_of(type)});
}

ncclResult_t ncclMemAlloc(void** data, std::size_t bytes) {
  return cudaMalloc(data, bytes) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclMemFree(void* data) { return cudaFree(data) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError; }

ncclResult_t ncclCommRegister(const ncclComm_t comm, void* /*data*/, std::size_t /*bytes*/, void** handle) {
  *handle = comm;
  return ncclSuccess;
}

ncclResult_t ncclCommDeregister(const ncclComm_t /*comm*/, void* /*handle*/) { return ncclSuccess; }

}  // extern "C"
