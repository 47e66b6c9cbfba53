// Time as a kernel sees it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#if !defined(__CUDACC__)
#include <atomic>
#include <chrono>

#include "kernels/cuda/launch_on_cpu.cuh"
#endif

namespace roofgate {

/// Nanoseconds of a clock that never stops and does not follow the SM clock; steps of up to a microsecond.
__device__ inline std::uint64_t device_time_ns() {
#if defined(__CUDA_ARCH__)
  std::uint64_t now_ns = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
  return now_ns;
#elif !defined(__CUDACC__)
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds{1});
#else
  return 0;
#endif
}

/// Lets go of the issue slots, and of the bus that a spinning read would fill.
__device__ inline void device_pause() {
#if defined(__CUDA_ARCH__)
  __nanosleep(200);
#elif !defined(__CUDACC__)
  pause_for_host();
#endif
}

/// A word of host memory that the host writes while kernels run.
__device__ inline std::uint32_t read_host_word(volatile std::uint32_t& word) {
#if defined(__CUDACC__)
  return word;
#else
  note_host_read();
  return std::atomic_ref<std::uint32_t>{const_cast<std::uint32_t&>(word)}.load(std::memory_order_acquire);
#endif
}

/// A word of host memory that the host reads while kernels run.
__device__ inline void write_host_word(volatile std::uint32_t& word, std::uint32_t value) {
#if defined(__CUDACC__)
  word = value;
#else
  std::atomic_ref<std::uint32_t>{const_cast<std::uint32_t&>(word)}.store(value, std::memory_order_release);
#endif
}

}  // namespace roofgate
