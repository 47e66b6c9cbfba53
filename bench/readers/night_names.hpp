// By its name a file that cannot be read is told from what merely lies beside the nights.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace roofgate {

/// "nccl-2026-11-28.log" without its digits: nights of one job differ in nothing else.
[[nodiscard]] std::string name_pattern(const std::filesystem::path& file);

/// What name_pattern leaves out: "2026", "11", "28".
[[nodiscard]] std::vector<std::string> numbers_in(const std::filesystem::path& file);

/// The names of files that are nights.
class NightNames {
 public:
  void add(const std::filesystem::path& file);
  /// Whether the file is called like a night. Nothing but its ending tells an empty one.
  [[nodiscard]] bool has(const std::filesystem::path& file, bool is_empty) const;

 private:
  std::set<std::string> patterns_, endings_;
};

}  // namespace roofgate
