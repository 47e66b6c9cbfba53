// Files that were to be nights and hold no run: which of them tell of the latest night, and whose night it was.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "bench/readers/import.hpp"

namespace roofgate {

/// A file that could not be read.
struct Unread {
  std::filesystem::path file;
  Error error;
  bool is_named = false;  ///< by the user: it is wanted, whatever it is called and however old it is
  bool is_copy = false;   ///< of a file that was read: a lost night only where its name or time is of a later one
};

/// Of `unread` those that were to be nights and are as late as the latest run, or were named. `latest` is when that
/// run started, `read` the files that hold runs.
[[nodiscard]] std::vector<LostNight> lost_nights(const std::string& latest, std::span<const Unread> unread,
                                                 std::span<const ImportedFile> read);

}  // namespace roofgate
