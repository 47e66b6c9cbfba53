// Whole files: read with a size limit, replaced atomically.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

inline constexpr std::uintmax_t kMaxInputBytes = std::uintmax_t{1} << 30;  // 1 GiB

/// Missing, unreadable, a directory, empty or over `limit` bytes: an `input` error that names the file.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file, std::uintmax_t limit = kMaxInputBytes);

/// Writes a temporary beside `file`, fsyncs it, renames it and fsyncs the folder. On failure `file` is as before.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& file, std::string_view text);

/// What `render` gives, in `file`. Where no file is named nothing is rendered: of ten thousand cases that takes as long
/// as judging them.
template <class Render>
[[nodiscard]] Result<void> write_if_named(const std::string& file, Render render) {
  return file.empty() ? Result<void>{} : replace_file(file, render());
}

}  // namespace roofgate
