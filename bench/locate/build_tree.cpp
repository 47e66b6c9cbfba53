#include "bench/locate/build_tree.hpp"

#include <fstream>
#include <string>
#include <string_view>

namespace roofgate {
namespace {

constexpr int kDeepestProgram = 6;  // <build>/tests/bench/roofgate-bench/roofgate-bench-planted is 3 folders down

}  // namespace

std::optional<std::filesystem::path> build_tree_of(const std::filesystem::path& program_folder) {
  std::filesystem::path folder = program_folder;
  for (int depth = 0; depth < kDeepestProgram && folder.has_relative_path(); ++depth) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(folder / "CMakeCache.txt", ignored)) return folder;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

std::optional<std::filesystem::path> source_tree_of(const std::filesystem::path& program_folder) {
  const auto build_tree = build_tree_of(program_folder);
  if (!build_tree) return std::nullopt;
  std::ifstream cache{*build_tree / "CMakeCache.txt"};
  constexpr std::string_view kEntry = "roofgate_SOURCE_DIR:STATIC=";  // of project(roofgate)
  for (std::string line; std::getline(cache, line);) {
    if (line.compare(0, kEntry.size(), kEntry) == 0) return std::filesystem::path{line.substr(kEntry.size())};
  }
  return std::nullopt;
}

}  // namespace roofgate
