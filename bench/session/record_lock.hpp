// One run at a time on one record.
#pragma once

#include <filesystem>

#include "bench/record/file_descriptor.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// An flock on FILE.lock. Children inherit it, so that after a killed run it is held until its last child has ended.
class RecordLock {
 public:
  /// Waits up to `patience` for another holder, then fails (`input`).
  [[nodiscard]] static Result<RecordLock> take(const std::filesystem::path& record, Seconds patience);
  RecordLock(RecordLock&&) = default;
  RecordLock& operator=(RecordLock&&) = default;
  ~RecordLock();

 private:
  RecordLock(std::filesystem::path file, FileDescriptor descriptor)
      : file_{std::move(file)}, descriptor_{std::move(descriptor)} {}

  std::filesystem::path file_;
  FileDescriptor descriptor_;
};

}  // namespace roofgate
