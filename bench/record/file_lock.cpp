#include "bench/record/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <utility>

#include "bench/record/system_failure.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// Whether `path` still names the open file: the holder before us removes the lock file, and a lock on a removed file
/// excludes nobody.
bool still_names(const fs::path& path, int descriptor) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

FileLock::FileLock(fs::path path, FileDescriptor descriptor)
    : path_{std::move(path)}, descriptor_{std::move(descriptor)} {}

FileLock::~FileLock() {
  if (descriptor_.is_open()) ::unlink(path_.c_str());  // before the descriptor closes, so while the lock is held
}

Result<FileLock> FileLock::acquire(const fs::path& file, std::chrono::milliseconds patience) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path{"."};
  const fs::path path = folder / fmt::format(".{}.lock", file.filename().string());
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) {
    constexpr mode_t kMode = 0666;  // before the umask: other users of a shared folder lock too
    FileDescriptor descriptor{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode)};
    if (!descriptor.is_open()) return fail(system_failure("lock", file, errno));
    if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0) {
      if (still_names(path, descriptor.get())) return FileLock{path, std::move(descriptor)};
      continue;
    }
    if (errno != EWOULDBLOCK && errno != EINTR) return fail(system_failure("lock", file, errno));
    if (std::chrono::steady_clock::now() >= deadline) {
      return fail(
          ErrorKind::internal,
          fmt::format("another process has held its lock for {} s", std::chrono::duration<double>(patience).count()),
          file.string(), fmt::format("see who it is: fuser {}", path.string()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
}

}  // namespace roofgate
