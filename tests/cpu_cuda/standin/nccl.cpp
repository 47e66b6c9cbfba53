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
#include <vector>

#include "kernels/base/bf16.hpp"
#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/meeting.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"
#include "tests/cpu_cuda/standin/stream.hpp"

using namespace roofgate::standin;

struct ncclComm {
  ncclComm(const std::string& name, int its_rank, int its_ranks)
      : meeting{name, its_rank, its_ranks}, rank{its_rank}, ranks{its_ranks} {}

  Meeting meeting;
  int rank;
  int ranks;
  std::atomic<ncclResult_t> state{ncclSuccess};
  std::atomic<bool> aborted{false};
  std::atomic<int> running{0};
};

namespace {

std::size_t size_of(ncclDataType_t type) { return type == ncclBfloat16 ? 2 : 4; }

/// A kernel that does not end until its communicator is aborted.
void hang(ncclComm& comm) {
  while (!comm.aborted) std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

void fail(ncclComm& comm, ncclResult_t state) {
  comm.state = state;
  comm.meeting.fail();
  hang(comm);
}

/// False if a rank is gone: the kernel has hung until it was aborted.
bool meet(ncclComm& comm) {
  if (comm.meeting.barrier([&] { return comm.aborted.load(); })) return true;
  if (!comm.aborted) fail(comm, ncclRemoteError);
  return false;
}

/// What the scenario does to this kernel on this rank. True: go on.
bool passes_faults(ncclComm& comm) {
  if (count_call("nccl.die", comm.rank)) ::raise(SIGKILL);
  if (count_call("nccl.hang", comm.rank)) return hang(comm), false;
  if (const auto fault = count_call("nccl.async", comm.rank)) {
    return fail(comm, static_cast<ncclResult_t>(fault->result)), false;
  }
  return true;
}

void add_chunk(ncclComm& comm, std::byte* to, std::size_t bytes, ncclDataType_t type) {
  const auto& chunks = comm.meeting.place().chunks;
  for (std::size_t offset = 0; offset < bytes; offset += size_of(type)) {
    float sum = 0.0F;
    for (int rank = 0; rank < comm.ranks; ++rank) {
      const std::byte* const from = &chunks[static_cast<std::size_t>(rank)][offset];
      if (type == ncclBfloat16) {
        roofgate::Bf16 value{};
        std::memcpy(&value, from, sizeof(value));
        sum += roofgate::to_float(value);
      } else {
        float value = 0.0F;
        std::memcpy(&value, from, sizeof(value));
        sum += value;
      }
    }
    if (type == ncclBfloat16) {
      const roofgate::Bf16 rounded = roofgate::to_bf16(sum);
      std::memcpy(to + offset, &rounded, sizeof(rounded));
    } else {
      std::memcpy(to + offset, &sum, sizeof(sum));
    }
  }
}

void all_reduce(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes, ncclDataType_t type) {
  auto& mine = comm.meeting.place().chunks[static_cast<std::size_t>(comm.rank)];
  for (std::size_t done = 0; done < bytes; done += kChunkBytes) {
    const std::size_t part = std::min(kChunkBytes, bytes - done);
    std::memcpy(mine.data(), send + done, part);
    if (!meet(comm)) return;
    add_chunk(comm, receive + done, part, type);
    if (!meet(comm)) return;
  }
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

ncclResult_t queue(ncclComm& comm, const char* call, const void* send, const void* receive, Collective collective,
                   double seconds, cudaStream_t stream) {
  if (const auto fault = count_call(call, comm.rank)) return static_cast<ncclResult_t>(fault->result);
  if (begin_call(call) != cudaSuccess) return ncclUnhandledCudaError;
  Operation operation;
  operation.is_kernel = true;
  operation.words = {reinterpret_cast<std::uintptr_t>(send), reinterpret_cast<std::uintptr_t>(receive)};
  ++comm.running;
  operation.run = [&comm, collective = std::move(collective), seconds](Execution&) {
    if (passes_faults(comm)) collective(comm);
    --comm.running;
    return seconds;
  };
  stream->push(std::move(operation));
  return ncclSuccess;
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
      *comm, "ncclAllReduce", send, receive,
      [=](ncclComm& here) {
        all_reduce(here, static_cast<const std::byte*>(send), static_cast<std::byte*>(receive), bytes, type);
      },
      ring_seconds(*comm, static_cast<double>(bytes), 2.0), stream);
}

}  // extern "C"
