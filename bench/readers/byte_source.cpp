#include "bench/readers/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "bench/record/file_descriptor.hpp"
#include "bench/record/system_failure.hpp"

namespace roofgate {
namespace {

class FileSource : public ByteSource {
 public:
  FileSource(std::filesystem::path file, FileDescriptor descriptor)
      : file_{std::move(file)}, descriptor_{std::move(descriptor)} {}

  Result<std::size_t> read(char* to, std::size_t room) override {
    while (true) {
      const ssize_t got = ::read(descriptor_.get(), to, room);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return fail(system_failure("read", file_, errno));
    }
  }

 private:
  std::filesystem::path file_;
  FileDescriptor descriptor_;
};

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string text) : text_{std::move(text)} {}

  Result<std::size_t> read(char* to, std::size_t room) override {
    const std::size_t count = std::min(room, text_.size() - at_);
    std::memcpy(to, text_.data() + at_, count);
    at_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& file) {
  FileDescriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!descriptor.is_open()) return fail(system_failure("read", file, errno));
  struct stat status {};
  if (::fstat(descriptor.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return fail(system_failure("read", file, EISDIR));
  }
  return std::make_unique<FileSource>(file, std::move(descriptor));
}

std::unique_ptr<ByteSource> text_source(std::string text) { return std::make_unique<TextSource>(std::move(text)); }

}  // namespace roofgate
