#include "tests/cpu_cuda/cpu_grid.hpp"

#include <cstdint>

namespace roofgate {
namespace {

// Limits of every device from sm_80 on: CUDA programming guide, "Technical Specifications per Compute Capability".
constexpr unsigned kMostThreads = 1024;
constexpr unsigned kMostBlocksX = 2147483647;
constexpr unsigned kMostBlocksYz = 65535;

/// The `index`th of all cells of a grid, x fastest.
uint3 cell(dim3 extent, std::uint64_t index) {
  const std::uint64_t plane = std::uint64_t{extent.x} * extent.y;
  return uint3{static_cast<unsigned>(index % extent.x), static_cast<unsigned>(index % plane / extent.x),
               static_cast<unsigned>(index / plane)};
}

std::uint64_t cells(dim3 extent) { return std::uint64_t{extent.x} * extent.y * extent.z; }

}  // namespace

bool is_valid_geometry(dim3 grid, dim3 block) {
  const bool blocks = grid.x >= 1 && grid.y >= 1 && grid.z >= 1 && grid.x <= kMostBlocksX && grid.y <= kMostBlocksYz &&
                      grid.z <= kMostBlocksYz;
  return blocks && block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x * block.y * block.z <= kMostThreads;
}

CpuThread& cpu_thread() {
  thread_local CpuThread thread{};
  return thread;
}

void run_all_threads(const CpuLaunch& launch, bool backward) {
  const std::uint64_t per_block = cells(launch.block);
  const std::uint64_t total = cells(launch.grid) * per_block;
  CpuThread& thread = cpu_thread();
  for (std::uint64_t turn = 0; turn < total; ++turn) {
    const std::uint64_t index = backward ? total - 1 - turn : turn;
    thread = CpuThread{cell(launch.block, index % per_block), cell(launch.grid, index / per_block), launch.block,
                       launch.grid};
    launch.body();
  }
}

}  // namespace roofgate
