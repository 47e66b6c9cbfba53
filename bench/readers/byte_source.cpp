#include "bench/readers/byte_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "bench/readers/gzip_source.hpp"
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

/// What was read already, then the rest.
class ResumedSource : public ByteSource {
 public:
  ResumedSource(std::string begin, std::unique_ptr<ByteSource> rest)
      : begin_{text_source(std::move(begin))}, rest_{std::move(rest)} {}

  Result<std::size_t> read(char* to, std::size_t room) override {
    const auto got = begin_->read(to, room);
    return got && *got == 0 ? rest_->read(to, room) : got;
  }

 private:
  std::unique_ptr<ByteSource> begin_, rest_;
};

/// A reader has got to what could not be read.
class FailedSource : public ByteSource {
 public:
  explicit FailedSource(Error error) : error_{std::move(error)} {}
  Result<std::size_t> read(char* /*to*/, std::size_t /*room*/) override { return fail(error_); }

 private:
  Error error_;
};

constexpr std::size_t kTarMagicAt = 257;
constexpr std::string_view kTarMagic = "ustar";

bool is_tar(std::string_view begin) { return begin.size() > kTarMagicAt && begin.substr(kTarMagicAt) == kTarMagic; }

Error tar_archive(const std::string& name) {
  return Error{ErrorKind::input, std::string{kIsArchive}, name, "it holds files: unpack them first: tar -xf FILE"};
}

/// The same source, its first bytes in `begin`.
std::unique_ptr<ByteSource> looked_into(std::unique_ptr<ByteSource> source, std::string& begin) {
  begin.assign(kTarMagicAt + kTarMagic.size(), '\0');
  std::size_t have = 0;
  while (have < begin.size()) {
    const auto got = source->read(begin.data() + have, begin.size() - have);
    if (!got) source = std::make_unique<FailedSource>(got.error());
    if (!got || *got == 0) break;
    have += *got;
  }
  begin.resize(have);
  return std::make_unique<ResumedSource>(begin, std::move(source));
}

constexpr std::string_view kGzip = "\x1f\x8b";

/// Other packers than gzip, by their first bytes.
struct Packer {
  std::string_view signature;
  std::string_view command;
};
constexpr std::array kPackers{Packer{"\x28\xb5\x2f\xfd", "zstd -d"},
                              Packer{"\xfd"
                                     "7zXZ",
                                     "xz -d"},
                              Packer{"BZh9", "bzip2 -d"}, Packer{"PK\x03\x04", "unzip"}};

Result<std::unique_ptr<ByteSource>> unpacked(std::unique_ptr<ByteSource> source, const std::string& name) {
  std::string begin;
  source = looked_into(std::move(source), begin);
  if (is_tar(begin)) return fail(tar_archive(name));
  for (const Packer& packer : kPackers) {
    if (!begin.starts_with(packer.signature)) continue;
    return fail(ErrorKind::input, "is packed", name, fmt::format("unpack it first: {} FILE", packer.command));
  }
  if (!begin.starts_with(kGzip)) return source;
  std::unique_ptr<ByteSource> whole = looked_into(gzip_source(std::move(source), name), begin);
  if (is_tar(begin)) return fail(tar_archive(name));
  return whole;
}

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

Result<std::unique_ptr<ByteSource>> open_file_as_it_is(const std::filesystem::path& file) {
  FileDescriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!descriptor.is_open()) return fail(system_failure("read", file, errno));
  struct stat status {};
  if (::fstat(descriptor.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return fail(system_failure("read", file, EISDIR));
  }
  return std::make_unique<FileSource>(file, std::move(descriptor));
}

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& file) {
  auto source = open_file_as_it_is(file);
  return source ? unpacked(std::move(*source), file.string()) : std::move(source);
}

bool is_gzip(const std::filesystem::path& file) {
  const auto source = open_file_as_it_is(file);
  std::array<char, kGzip.size()> begin{};
  const auto got = source ? (*source)->read(begin.data(), begin.size()) : Result<std::size_t>{std::size_t{0}};
  return got && std::string_view{begin.data(), *got} == kGzip;
}

std::unique_ptr<ByteSource> text_source(std::string text) { return std::make_unique<TextSource>(std::move(text)); }

}  // namespace roofgate
