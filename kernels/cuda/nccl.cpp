#include "kernels/cuda/nccl.hpp"

#include <fmt/format.h>
#include <nccl.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <span>
#include <thread>

#include "kernels/base/agree.hpp"

namespace roofgate {
namespace {

// Aborting frees device resources and so may itself wait for a device that no longer answers.
constexpr auto kAbortLimit = std::chrono::seconds{10};

Result<void> outcome(ncclResult_t result, ncclComm* communicator, const char* call) {
  if (result == ncclSuccess || result == ncclInProgress) return {};
  const char* detail = ncclGetLastError(communicator);
  std::string what = ncclGetErrorString(result);
  if (detail != nullptr && *detail != '\0') what += fmt::format(" ({})", detail);
  if (result == ncclInvalidUsage) {
    return fail(ErrorKind::unavailable, what, call,
                "NCCL takes one device per rank: use no more ranks than devices; NCCL_DEBUG=WARN says more");
  }
  return fail(Error{ErrorKind::measurement, what, call, "NCCL_DEBUG=WARN says more", true});
}

/// Ends the communicator's kernels; gives up waiting after kAbortLimit.
void abort_communicator(ncclComm* communicator) {
  auto done = std::make_shared<std::promise<void>>();
  const std::future<void> ended = done->get_future();
  std::thread{[communicator, done] {
    static_cast<void>(ncclCommAbort(communicator));
    done->set_value();
  }}.detach();
  static_cast<void>(ended.wait_for(kAbortLimit));
}

ncclDataType_t nccl_type(DType dtype) { return dtype == DType::bf16 ? ncclBfloat16 : ncclFloat32; }

}  // namespace

void destroy_communicator(ncclComm* communicator) { static_cast<void>(ncclCommDestroy(communicator)); }

std::string nccl_version() {
  int version = 0;
  return ncclGetVersion(&version) == ncclSuccess ? nccl_version_text(version) : std::string{};
}

Result<NcclCommunicator> NcclCommunicator::create(World& world) {
  ncclUniqueId id{};
  Result<void> made_id{};
  if (world.rank() == 0) made_id = outcome(ncclGetUniqueId(&id), nullptr, "ncclGetUniqueId");
  if (auto ok = agree(world, made_id); !ok) return fail(ok.error());
  if (auto ok = world.broadcast_bytes(std::as_writable_bytes(std::span{&id, 1})); !ok) return fail(ok.error());
  ncclComm* communicator = nullptr;
  const Result<void> joined =
      outcome(ncclCommInitRank(&communicator, world.size(), id, world.rank()), nullptr, "ncclCommInitRank");
  NcclCommunicator made{joined ? communicator : nullptr, world.size()};
  return agree(world, joined).map([&] { return std::move(made); });
}

Result<void> NcclCommunicator::all_reduce(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                          CUstream_st* stream) {
  return outcome(ncclAllReduce(send, receive, count, nccl_type(dtype), ncclSum, handle_.get(), stream), handle_.get(),
                 "ncclAllReduce");
}

Result<void> NcclCommunicator::reduce_scatter(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                              CUstream_st* stream) {
  return outcome(ncclReduceScatter(send, receive, count, nccl_type(dtype), ncclSum, handle_.get(), stream),
                 handle_.get(), "ncclReduceScatter");
}

Result<void> NcclCommunicator::all_gather(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                          CUstream_st* stream) {
  return outcome(ncclAllGather(send, receive, count, nccl_type(dtype), handle_.get(), stream), handle_.get(),
                 "ncclAllGather");
}

Result<void> NcclCommunicator::broadcast(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                         CUstream_st* stream) {
  return outcome(ncclBroadcast(send, receive, count, nccl_type(dtype), 0, handle_.get(), stream), handle_.get(),
                 "ncclBroadcast");
}

Result<void> NcclCommunicator::all_to_all(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                          CUstream_st* stream) {
  const std::size_t block = count * size_of(dtype);
  return grouped([&] {
    Result<void> queued{};
    for (int peer = 0; peer < ranks_ && queued; ++peer) {
      const std::size_t offset = static_cast<std::size_t>(peer) * block;
      queued = send_and_receive(send + offset, receive + offset, count, dtype, peer, stream);
    }
    return queued;
  });
}

Result<void> NcclCommunicator::exchange(const std::byte* send, std::byte* receive, std::size_t count, DType dtype,
                                        int peer, CUstream_st* stream) {
  return grouped([&] { return send_and_receive(send, receive, count, dtype, peer, stream); });
}

Result<void> NcclCommunicator::send_and_receive(const std::byte* send, std::byte* receive, std::size_t count,
                                                DType dtype, int peer, CUstream_st* stream) {
  return outcome(ncclSend(send, count, nccl_type(dtype), peer, handle_.get(), stream), handle_.get(), "ncclSend")
      .and_then([&] {
        return outcome(ncclRecv(receive, count, nccl_type(dtype), peer, handle_.get(), stream), handle_.get(),
                       "ncclRecv");
      });
}

Result<void> NcclCommunicator::grouped(const std::function<Result<void>()>& queue) {
  if (auto begun = outcome(ncclGroupStart(), handle_.get(), "ncclGroupStart"); !begun) return begun;
  const Result<void> queued = queue();
  const Result<void> ended = outcome(ncclGroupEnd(), handle_.get(), "ncclGroupEnd");
  return queued ? ended : queued;
}

Result<void> NcclCommunicator::poll() {
  if (handle_.get() == nullptr) return {};
  ncclResult_t state = ncclSuccess;
  const ncclResult_t asked = ncclCommGetAsyncError(handle_.get(), &state);
  Result<void> verdict = outcome(asked != ncclSuccess ? asked : state, handle_.get(), "ncclCommGetAsyncError");
  if (!verdict) {
    verdict.error().ends_process = true;
    abort_communicator(handle_.release());
  }
  return verdict;
}

}  // namespace roofgate
