// The small text files in which a kernel tells of the machine, under a folder that stands for "/".
// Tests give a tree of their own. Not for inputs of a user: bench/record/atomic_file.hpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofgate {

class MachineFiles {
 public:
  MachineFiles() = default;  ///< this machine's own
  explicit MachineFiles(std::filesystem::path root) : root_{std::move(root)} {}

  /// At most the first MiB of `path` ("proc/stat"); absent if it cannot be read.
  [[nodiscard]] std::optional<std::string> text(std::string_view path) const;
  /// The first line without surrounding blanks; absent if it cannot be read or is empty.
  [[nodiscard]] std::optional<std::string> line(std::string_view path) const;
  /// The first line as a whole, finite decimal number; absent if it is anything else ("max", "").
  [[nodiscard]] std::optional<double> number(std::string_view path) const;
  /// Without symbolic links; empty if there is no such file or folder.
  [[nodiscard]] std::string real_path(std::string_view path) const;
  [[nodiscard]] bool exists(std::string_view path) const;
  /// Names in a folder, sorted; empty if it cannot be read.
  [[nodiscard]] std::vector<std::string> names_in(std::string_view path) const;

 private:
  [[nodiscard]] std::filesystem::path full(std::string_view path) const { return root_ / path; }

  std::filesystem::path root_ = "/";
};

}  // namespace roofgate
