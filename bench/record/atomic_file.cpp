#include "bench/record/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>

#include "bench/record/file_descriptor.hpp"
#include "bench/record/system_failure.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;  // before the umask

/// 0 or the errno of the first failure.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int synchronize(int descriptor) {
  // EINVAL: the file system (or a device such as /dev/stdout) has nothing to synchronize.
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path{"."}; }

fs::path temporary_beside(const fs::path& file) {
  std::random_device random;
  return folder_of(file) /
         fmt::format(".{}.{}-{:08x}.tmp", file.filename().string().substr(0, 128), ::getpid(), random());
}

/// The new content before it takes the target's name. It has no name itself while it is written, so that a killed
/// program leaves nothing behind; where the file system cannot do that (NFS), it is `temporary` from the start.
class Draft {
 public:
  explicit Draft(const fs::path& target) : temporary_{temporary_beside(target)} {
    file_ = FileDescriptor{::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFileMode)};
    if (file_.is_open()) return;
    file_ = FileDescriptor{::open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kNewFileMode)};
    named_ = file_.is_open();
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  Draft(Draft&&) = delete;
  Draft& operator=(Draft&&) = delete;
  ~Draft() {
    if (named_) ::unlink(temporary_.c_str());
  }

  [[nodiscard]] const FileDescriptor& file() const { return file_; }

  /// Gives the draft the name `target`, whole or not at all. 0 or errno.
  int publish(const fs::path& target) {
    if (!named_) {
      const std::string self = fmt::format("/proc/self/fd/{}", file_.get());
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0) return errno;
      named_ = true;
    }
    if (::rename(temporary_.c_str(), target.c_str()) != 0) return errno;
    named_ = false;
    return 0;
  }

 private:
  fs::path temporary_;
  FileDescriptor file_;
  bool named_ = false;
};

/// Without this a crash of the machine may forget the rename. Some file systems cannot: the content is safe anyway.
void synchronize_folder(const fs::path& folder) {
  const FileDescriptor descriptor{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (descriptor.is_open()) ::fsync(descriptor.get());
}

/// /dev/stdout, a pipe: nothing to replace, the text is passed on.
Result<void> write_through(const fs::path& file, std::string_view text) {
  const FileDescriptor target{::open(file.c_str(), O_WRONLY | O_CLOEXEC)};
  if (!target.is_open()) return fail(system_failure("write", file, errno));
  if (const int code = write_all(target.get(), text)) return fail(system_failure("write", file, code));
  return {};
}

Result<std::string> read_all(int descriptor, const fs::path& file, std::uintmax_t limit, std::size_t expected) {
  std::string text(expected + 1, '\0');  // one more, so that the end is seen without growing
  std::size_t size = 0;
  while (true) {
    if (size == text.size()) text.resize(text.size() * 2);
    const ssize_t count = ::read(descriptor, text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(system_failure("read", file, errno));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
    if (size > limit) {
      return fail(ErrorKind::input, fmt::format("longer than {} bytes", limit), file.string(),
                  "this is no file that roofgate wrote");
    }
  }
  text.resize(size);
  return text;
}

}  // namespace

Result<std::string> read_file(const fs::path& file, std::uintmax_t limit) {
  const FileDescriptor source{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!source.is_open()) return fail(system_failure("read", file, errno));
  struct stat status {};
  if (::fstat(source.get(), &status) != 0) return fail(system_failure("read", file, errno));
  if (S_ISDIR(status.st_mode)) return fail(system_failure("read", file, EISDIR));
  const auto announced = static_cast<std::uintmax_t>(S_ISREG(status.st_mode) ? status.st_size : 0);
  if (announced > limit) {
    return fail(ErrorKind::input, fmt::format("{} bytes, which is over the limit of {}", announced, limit),
                file.string(), "this is no file that roofgate wrote");
  }
  constexpr std::size_t kPipeBuffer = 65536;
  auto text = read_all(source.get(), file, limit, std::max<std::size_t>(announced, kPipeBuffer));
  if (text && text->empty()) return fail(ErrorKind::input, "empty file", file.string());
  return text;
}

Result<void> replace_file(const fs::path& file, std::string_view text) {
  std::error_code ignored;
  const fs::path resolved = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file, ignored) : file;
  struct stat old {};
  const bool exists = ::stat(resolved.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return fail(system_failure("write", file, EISDIR));
  if (exists && !S_ISREG(old.st_mode)) return write_through(file, text);

  Draft draft{resolved};
  if (!draft.file().is_open()) return fail(system_failure("write", file, errno));
  if (exists) ::fchmod(draft.file().get(), old.st_mode & 07777);
  int code = write_all(draft.file().get(), text);
  if (code == 0) code = synchronize(draft.file().get());
  if (code == 0) code = draft.publish(resolved);
  if (code != 0) return fail(system_failure("write", file, code));
  synchronize_folder(folder_of(resolved));
  return {};
}

}  // namespace roofgate
