#include "kernels/cuda/blocking_kernel.hpp"

#include "kernels/cuda/device_clock.cuh"
#include "kernels/cuda/launch.cuh"

namespace roofgate {
namespace {

__global__ void block_stream(volatile BlockerFlags* flags, std::uint32_t hold, std::uint64_t timeout_ns) {
  const std::uint64_t start_ns = device_time_ns();
  while (read_host_word(flags->released) < hold) {
    if (device_time_ns() - start_ns > timeout_ns) {
      write_host_word(flags->timed_out, hold);
      return;
    }
    device_pause();
  }
}

__global__ void do_nothing() {}

}  // namespace

CudaStatus launch_blocking_kernel(BlockerFlags* flags, std::uint32_t hold, std::uint64_t timeout_ns,
                                  CUstream_st* stream) {
  return launch(block_stream, dim3(1), dim3(1), 0, stream, flags, hold, timeout_ns);
}

CudaStatus launch_empty_kernel(CUstream_st* stream) { return launch(do_nothing, dim3(1), dim3(1), 0, stream); }

}  // namespace roofgate
