// A named range in Nsight's timeline, around what --profile launches. Without a profiler, and in a build without CUDA,
// it does nothing.
#pragma once

#include <string>

namespace roofgate {

/// NVTX range on the calling thread, and the profiler API's capture window (nsys --capture-range=cudaProfilerApi,
/// ncu --profile-from-start off), from construction to destruction.
class ProfileRange {
 public:
  explicit ProfileRange(const std::string& name);
  ~ProfileRange();
  ProfileRange(const ProfileRange&) = delete;
  ProfileRange& operator=(const ProfileRange&) = delete;
};

}  // namespace roofgate
