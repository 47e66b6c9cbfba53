// Where a reader's bytes come from: a file, or text in memory. Never seeks: pipes are files too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "kernels/base/result.hpp"

namespace roofgate {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Up to `room` bytes into `to`; 0 at the end. An error of the file system is an `input` error that names the file.
  [[nodiscard]] virtual Result<std::size_t> read(char* to, std::size_t room) = 0;
};

/// Missing, unreadable or a directory: an `input` error that names the file.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& file);

[[nodiscard]] std::unique_ptr<ByteSource> text_source(std::string text);

}  // namespace roofgate
