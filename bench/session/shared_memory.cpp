#include "bench/session/shared_memory.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <thread>

namespace roofgate {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenLooks{500};
constexpr int kMostLooks = 10;

bool is_segment(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with("vader_segment.") || name.starts_with("sm_segment.");
}

bool is_ours(const fs::path& file, fs::file_time_type since) {
  struct stat status {};
  std::error_code gone;
  return lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         fs::last_write_time(file, gone) >= since && !gone;
}

std::set<fs::path> segments_of(const fs::path& folder, fs::file_time_type since) {
  std::set<fs::path> found;
  std::error_code gone;
  for (fs::directory_iterator entry{folder, gone}, end; !gone && entry != end; entry.increment(gone)) {
    if (is_segment(entry->path()) && is_ours(entry->path(), since)) found.insert(entry->path());
  }
  return found;
}

/// The segments that some process maps, of those processes whose maps this user may read: its own.
std::set<fs::path> mapped_segments() {
  std::set<fs::path> mapped;
  std::error_code gone;
  for (fs::directory_iterator entry{"/proc", gone}, end; !gone && entry != end; entry.increment(gone)) {
    const std::string name = entry->path().filename().string();
    if (!std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) continue;
    std::ifstream maps{entry->path() / "maps"};
    for (std::string line; std::getline(maps, line);) {
      const std::size_t path = line.find('/');
      if (path != std::string::npos && is_segment(line.substr(path))) mapped.insert(line.substr(path));
    }
  }
  return mapped;
}

}  // namespace

std::size_t sweep_segments(const fs::path& folder, fs::file_time_type since) {
  std::size_t removed = 0;
  std::set<fs::path> unmapped_before;
  for (int look = 0; look < kMostLooks; ++look) {
    const std::set<fs::path> segments = segments_of(folder, since);
    if (segments.empty()) break;
    const std::set<fs::path> mapped = mapped_segments();
    std::set<fs::path> unmapped;
    for (const fs::path& segment : segments) {
      if (mapped.contains(segment)) continue;
      std::error_code gone;
      if (!unmapped_before.contains(segment)) {
        unmapped.insert(segment);
      } else if (fs::remove(segment, gone)) {
        ++removed;
      }
    }
    unmapped_before = std::move(unmapped);
    if (segments_of(folder, since).empty()) break;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return removed;
}

}  // namespace roofgate
