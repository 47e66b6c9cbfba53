#include "tests/cpu_cuda/cpu_launch.hpp"

#include <algorithm>
#include <array>

#include "kernels/cuda/launch_on_cpu.cuh"

namespace roofgate {
namespace {

// Limits of every device from sm_80 on: CUDA programming guide, "Technical Specifications per Compute Capability".
constexpr unsigned kMostThreads = 1024;
constexpr unsigned kMostBlocksX = 2147483647;
constexpr unsigned kMostBlocksYz = 65535;
constexpr int kInvalidConfiguration = 9;  // cudaErrorInvalidConfiguration

ThreadOrder thread_order = ThreadOrder::forward;
std::vector<StoreCount*> counters;

bool is_valid(dim3 grid, dim3 block) {
  const bool blocks = grid.x >= 1 && grid.y >= 1 && grid.z >= 1 && grid.x <= kMostBlocksX && grid.y <= kMostBlocksYz &&
                      grid.z <= kMostBlocksYz;
  return blocks && block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x * block.y * block.z <= kMostThreads;
}

/// The `index`th of all cells of a grid, x fastest.
uint3 cell(dim3 extent, std::uint64_t index) {
  const std::uint64_t plane = std::uint64_t{extent.x} * extent.y;
  return uint3{static_cast<unsigned>(index % extent.x), static_cast<unsigned>(index % plane / extent.x),
               static_cast<unsigned>(index / plane)};
}

std::uint64_t cells(dim3 extent) { return std::uint64_t{extent.x} * extent.y * extent.z; }

}  // namespace

void set_thread_order(ThreadOrder order) { thread_order = order; }

CpuThread& cpu_thread() {
  thread_local CpuThread thread{};
  return thread;
}

CudaStatus launch_on_cpu(dim3 grid, dim3 block, std::size_t /*shared_bytes*/, CUstream_st* /*stream*/,
                         std::function<void()> body) {
  if (!is_valid(grid, block)) return CudaStatus{kInvalidConfiguration};
  const std::uint64_t per_block = cells(block);
  const std::uint64_t total = cells(grid) * per_block;
  CpuThread& thread = cpu_thread();
  for (std::uint64_t turn = 0; turn < total; ++turn) {
    const std::uint64_t index = thread_order == ThreadOrder::forward ? turn : total - 1 - turn;
    thread = CpuThread{cell(block, index % per_block), cell(grid, index / per_block), block, grid};
    body();
  }
  return CudaStatus{};
}

void note_store(const void* address, std::size_t bytes) {
  for (StoreCount* counter : counters) counter->note(static_cast<const std::byte*>(address), bytes);
}

StoreCount::StoreCount(std::span<std::byte> memory) : memory_{memory}, count_(memory.size(), 0) {
  counters.push_back(this);
}

StoreCount::~StoreCount() { std::erase(counters, this); }

void StoreCount::note(const std::byte* address, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::byte* const place = address + i;
    if (place < memory_.data() || place >= memory_.data() + memory_.size()) continue;
    std::uint8_t& count = count_[static_cast<std::size_t>(place - memory_.data())];
    if (count < 255) ++count;
  }
}

std::string StoreCount::first_not_once() const {
  const auto found = std::find_if(count_.begin(), count_.end(), [](std::uint8_t count) { return count != 1; });
  if (found == count_.end()) return {};
  return "byte " + std::to_string(found - count_.begin()) + " was stored " + std::to_string(*found) + " times";
}

}  // namespace roofgate
