#include "tests/cpu_cuda/cpu_launch.hpp"

#include <algorithm>
#include <thread>

#include "kernels/cuda/launch_on_cpu.cuh"
#include "tests/cpu_cuda/cpu_grid.hpp"

namespace roofgate {
namespace {

constexpr int kInvalidConfiguration = 9;  // cudaErrorInvalidConfiguration

ThreadOrder thread_order = ThreadOrder::forward;
std::vector<StoreCount*> counters;

}  // namespace

void set_thread_order(ThreadOrder order) { thread_order = order; }

CudaStatus launch_on_cpu(CpuLaunch launch, CUstream_st* /*stream*/) {
  if (!is_valid_geometry(launch.grid, launch.block)) return CudaStatus{kInvalidConfiguration};
  run_all_threads(launch, thread_order == ThreadOrder::backward);
  return CudaStatus{};
}

void note_load(const void* /*address*/, std::size_t /*bytes*/) {}
void note_flops(double /*count*/) {}
void note_host_read() {}
void pause_for_host() { std::this_thread::yield(); }

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
