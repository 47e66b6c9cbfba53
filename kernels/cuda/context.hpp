// What every CUDA workload is made with. Includes no CUDA header: suite and measure may see it.
#pragma once

#include <cstdint>

#include "kernels/base/quantity.hpp"
#include "kernels/base/workload.hpp"

// The runtime's stream handle, declared as in driver_types.h.
struct CUstream_st;

namespace roofgate {

class NcclCache;

struct CudaContext {
  int device = 0;
  CUstream_st* stream = nullptr;  ///< owned by the CUDA platform; every launch goes here
  int multiprocessors = 0;
  int compute_capability = 0;  ///< 10 x major + minor: 90 on Hopper
  Bytes l2_cache;
  CacheState cache = CacheState::cold;
  std::uint64_t seed = 1;
  NcclCache* nccl = nullptr;  ///< owned by the CUDA platform: communicators are made once, not for each case
};

}  // namespace roofgate
