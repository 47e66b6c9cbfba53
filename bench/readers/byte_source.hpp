// Where a reader's bytes come from: a file, or text in memory. Never seeks: pipes are files too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

/// What open_file says of a tar archive, packed or not.
inline constexpr std::string_view kIsArchive = "is a tar archive";

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Up to `room` bytes into `to`; 0 at the end. An error of the file system is an `input` error that names the file.
  [[nodiscard]] virtual Result<std::size_t> read(char* to, std::size_t room) = 0;
};

/// A gzip'd file gives what is packed in it. Missing, unreadable, a directory, or packed by another packer: an `input`
/// error that names the file.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& file);

/// Whether a file that can be read again begins as gzip's do.
[[nodiscard]] bool is_gzip(const std::filesystem::path& file);

/// The bytes of a file that is no text, whatever they look like.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_file_as_it_is(const std::filesystem::path& file);

[[nodiscard]] std::unique_ptr<ByteSource> text_source(std::string text);

}  // namespace roofgate
