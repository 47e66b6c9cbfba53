// What Open MPI leaves in shared memory when a launch is killed while its ranks start.
#pragma once

#include <cstddef>
#include <filesystem>

namespace roofgate {

inline constexpr const char* kSharedMemory = "/dev/shm";

/// Removes the segments (vader_segment.*, sm_segment.*) in `folder` that this user's processes made after `since` and
/// that no process maps, each after it was seen so twice, half a second apart: a rank maps its segment at once. Waits
/// up to five seconds for ranks that are ending. Returns how many it removed.
std::size_t sweep_segments(const std::filesystem::path& folder, std::filesystem::file_time_type since);

}  // namespace roofgate
