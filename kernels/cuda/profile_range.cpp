#include "kernels/cuda/profile_range.hpp"

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

namespace roofgate {

ProfileRange::ProfileRange(const std::string& name) {
  // Without a profiler the call fails and nothing is lost.
  static_cast<void>(cudaProfilerStart());
  nvtxRangePushA(name.c_str());
}

ProfileRange::~ProfileRange() {
  nvtxRangePop();
  static_cast<void>(cudaProfilerStop());
}

}  // namespace roofgate
