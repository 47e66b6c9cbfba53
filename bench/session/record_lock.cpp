#include "bench/session/record_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "bench/record/system_failure.hpp"

namespace roofgate {

Result<RecordLock> RecordLock::take(const std::filesystem::path& record, Seconds patience) {
  const std::filesystem::path file = record.string() + ".lock";
  FileDescriptor descriptor{open(file.c_str(), O_RDWR | O_CREAT, 0644)};  // no O_CLOEXEC: see the header
  if (!descriptor.is_open()) return fail(system_failure("write beside the record", file, errno));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience.value());
  while (flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      return fail(ErrorKind::input, "another run is writing this record", record.string(),
                  "wait for it to end, or write to another file with -o");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
  }
  return RecordLock{file, std::move(descriptor)};
}

RecordLock::~RecordLock() {
  if (!descriptor_.is_open()) return;
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace roofgate
