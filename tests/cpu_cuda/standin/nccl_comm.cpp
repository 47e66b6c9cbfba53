#include "tests/cpu_cuda/standin/nccl_comm.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <thread>

#include "kernels/base/bf16.hpp"

namespace roofgate::standin {
namespace {

std::array<std::byte, kChunkBytes>& chunk_of(ncclComm& comm, int rank) {
  return comm.meeting.place().chunks[static_cast<std::size_t>(rank)];
}

MeetingPlace::Mailbox& mailbox(ncclComm& comm, int from, int to) {
  return comm.meeting.place().mail[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

float value_at(const std::byte* from, ncclDataType_t type) {
  if (type == ncclBfloat16) {
    Bf16 value{};
    std::memcpy(&value, from, sizeof(value));
    return to_float(value);
  }
  float value = 0.0F;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

/// The sum over the ranks' chunks.
void add_chunk(ncclComm& comm, std::byte* to, std::size_t bytes, ncclDataType_t type) {
  for (std::size_t offset = 0; offset < bytes; offset += size_of(type)) {
    float sum = 0.0F;
    for (int rank = 0; rank < comm.ranks; ++rank) sum += value_at(&chunk_of(comm, rank)[offset], type);
    if (type == ncclBfloat16) {
      const Bf16 rounded = to_bf16(sum);
      std::memcpy(to + offset, &rounded, sizeof(rounded));
    } else {
      std::memcpy(to + offset, &sum, sizeof(sum));
    }
  }
}

/// For each chunk of a message: post(offset, bytes), all meet, take(offset, bytes), all meet.
template <class Post, class Take>
void by_chunks(ncclComm& comm, std::size_t bytes, Post post, Take take) {
  for (std::size_t done = 0; done < bytes; done += kChunkBytes) {
    const std::size_t part = std::min(kChunkBytes, bytes - done);
    post(done, part);
    if (!meet(comm)) return;
    take(done, part);
    if (!meet(comm)) return;
  }
}

/// One chunk of a transfer, if its mailbox lets it. True if it moved.
bool moves(ncclComm& comm, Transfer& transfer) {
  MeetingPlace::Mailbox& box =
      transfer.from != nullptr ? mailbox(comm, comm.rank, transfer.peer) : mailbox(comm, transfer.peer, comm.rank);
  const bool is_full = box.bytes.load(std::memory_order_acquire) != 0;
  if (is_full == (transfer.from != nullptr)) return false;
  const std::size_t part = std::min(kChunkBytes, transfer.bytes);
  if (transfer.from != nullptr) {
    std::memcpy(box.data.data(), transfer.from, part);
    box.bytes.store(part, std::memory_order_release);
    transfer.from += part;
  } else {
    std::memcpy(transfer.to, box.data.data(), part);
    box.bytes.store(0, std::memory_order_release);
    transfer.to += part;
  }
  transfer.bytes -= part;
  return true;
}

}  // namespace

std::size_t size_of(ncclDataType_t type) { return type == ncclBfloat16 ? 2 : 4; }

void hang(ncclComm& comm) {
  while (!comm.aborted) std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

void fail(ncclComm& comm, ncclResult_t state) {
  comm.state = state;
  comm.meeting.fail();
  hang(comm);
}

bool meet(ncclComm& comm) {
  if (comm.meeting.barrier([&] { return comm.aborted.load(); })) return true;
  if (!comm.aborted) fail(comm, ncclRemoteError);
  return false;
}

void all_reduce(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes, ncclDataType_t type) {
  by_chunks(
      comm, bytes,
      [&](std::size_t at, std::size_t part) { std::memcpy(chunk_of(comm, comm.rank).data(), send + at, part); },
      [&](std::size_t at, std::size_t part) { add_chunk(comm, receive + at, part, type); });
}

void reduce_scatter(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes, ncclDataType_t type) {
  for (int owner = 0; owner < comm.ranks; ++owner) {
    const std::byte* const block = send + static_cast<std::size_t>(owner) * bytes;
    by_chunks(
        comm, bytes,
        [&](std::size_t at, std::size_t part) { std::memcpy(chunk_of(comm, comm.rank).data(), block + at, part); },
        [&](std::size_t at, std::size_t part) {
          if (owner == comm.rank) add_chunk(comm, receive + at, part, type);
        });
  }
}

void all_gather(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes) {
  by_chunks(
      comm, bytes,
      [&](std::size_t at, std::size_t part) { std::memcpy(chunk_of(comm, comm.rank).data(), send + at, part); },
      [&](std::size_t at, std::size_t part) {
        for (int rank = 0; rank < comm.ranks; ++rank) {
          std::memcpy(receive + static_cast<std::size_t>(rank) * bytes + at, chunk_of(comm, rank).data(), part);
        }
      });
}

void broadcast(ncclComm& comm, const std::byte* send, std::byte* receive, std::size_t bytes) {
  by_chunks(
      comm, bytes,
      [&](std::size_t at, std::size_t part) {
        if (comm.rank == 0) std::memcpy(chunk_of(comm, 0).data(), send + at, part);
      },
      [&](std::size_t at, std::size_t part) { std::memcpy(receive + at, chunk_of(comm, 0).data(), part); });
}

void exchange(ncclComm& comm, std::vector<Transfer> transfers) {
  while (!transfers.empty()) {
    bool has_moved = false;
    for (Transfer& transfer : transfers) has_moved = moves(comm, transfer) || has_moved;
    std::erase_if(transfers, [](const Transfer& transfer) { return transfer.bytes == 0; });
    if (has_moved) continue;
    if (comm.aborted) return;
    if (!comm.meeting.is_sound()) return fail(comm, ncclRemoteError);
    std::this_thread::sleep_for(std::chrono::microseconds{50});
  }
}

}  // namespace roofgate::standin
