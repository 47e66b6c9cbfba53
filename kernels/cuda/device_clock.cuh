// Time as a kernel sees it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#if !defined(__CUDACC__)
#include <chrono>
#include <thread>
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
  std::this_thread::yield();
#endif
}

}  // namespace roofgate
