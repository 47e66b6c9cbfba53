#include "bench/readers/gzip_source.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace roofgate {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 30;
constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;

class GzipSource : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> packed, std::string name)
      : packed_{std::move(packed)}, name_{std::move(name)}, piece_(kPieceBytes) {
    constexpr int kGzipAlone = 16 + MAX_WBITS;
    is_open_ = ::inflateInit2(&stream_, kGzipAlone) == Z_OK;
  }
  ~GzipSource() override { static_cast<void>(::inflateEnd(&stream_)); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  Result<std::size_t> read(char* to, std::size_t room) override {
    if (!is_open_) return fail(ErrorKind::internal, "zlib cannot start", name_);
    const std::size_t most = std::min<std::size_t>(room, std::numeric_limits<uInt>::max());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(most);
    while (stream_.avail_out == most && most > 0) {
      if (stream_.avail_in == 0) {
        auto got = packed_->read(piece_.data(), piece_.size());
        if (!got) return got;
        if (*got == 0 && is_between_) return std::size_t{0};
        if (*got == 0) return fail(ErrorKind::input, "ends in the middle of its gzip data", name_, "copy it again");
        stream_.next_in = reinterpret_cast<Bytef*>(piece_.data());
        stream_.avail_in = static_cast<uInt>(*got);
      }
      if (is_between_) static_cast<void>(::inflateReset(&stream_));
      is_between_ = false;
      const int status = ::inflate(&stream_, Z_NO_FLUSH);
      is_between_ = status == Z_STREAM_END;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        return fail(ErrorKind::input, "is damaged: its gzip data cannot be unpacked", name_, "copy it again");
      }
    }
    const std::size_t unpacked = most - stream_.avail_out;
    total_ += unpacked;
    if (total_ > kMostBytes) {
      return fail(ErrorKind::input, fmt::format("unpacks to more than {} GiB", kMostBytes >> 30), name_);
    }
    return unpacked;
  }

 private:
  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  std::vector<char> piece_;
  z_stream stream_{};
  bool is_open_ = false;
  bool is_between_ = false;  ///< a member has ended and the next one, if there is one, not begun
  std::uint64_t total_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> packed, std::string name) {
  return std::make_unique<GzipSource>(std::move(packed), std::move(name));
}

}  // namespace roofgate
