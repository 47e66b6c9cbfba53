// A lock between processes for one file: who holds it may read, change and replace the file without losing another's
// change.
#pragma once

#include <chrono>
#include <filesystem>

#include "bench/record/file_descriptor.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// Held until destroyed. The kernel releases it when the process dies, however it dies.
/// It is flock(2) on ".<name>.lock" beside the file, not on the file itself, which is replaced while the lock is held.
/// On NFS, Linux turns flock into byte-range locks that hold between hosts if the server offers locking (flock(2),
/// "NFS details"); mounts with `nolock` protect only the processes of one host.
class FileLock {
 public:
  /// Waits while another process holds it; `internal` error after `patience`. The folder must exist.
  [[nodiscard]] static Result<FileLock> acquire(const std::filesystem::path& file, std::chrono::milliseconds patience);

  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  FileLock(FileLock&& other) noexcept = default;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  FileLock(std::filesystem::path path, FileDescriptor descriptor);

  std::filesystem::path path_;
  FileDescriptor descriptor_;
};

}  // namespace roofgate
