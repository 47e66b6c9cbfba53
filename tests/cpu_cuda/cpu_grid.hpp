// Every thread of a grid, one after the other, with real index variables. For kernels without barriers and shuffles.
#pragma once

#include "kernels/cuda/launch_on_cpu.cuh"

namespace roofgate {

[[nodiscard]] bool is_valid_geometry(dim3 grid, dim3 block);

/// Runs the launch on the calling thread. A kernel whose threads are independent gives the same result backward.
void run_all_threads(const CpuLaunch& launch, bool backward);

}  // namespace roofgate
