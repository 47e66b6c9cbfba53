#include "bench/doctor/place_findings.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "bench/record/file_descriptor.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kNightOnDisk = 200.0 * kMiB;     // the largest record that is read, with its tables
constexpr double kNightInMemory = 2048.0 * kMiB;  // a memory case of 1 GiB has two arrays

/// 0, or why no file can be made in `folder`. It is tried: permissions alone say nothing of read-only mounts, and root
/// passes all of them.
int refusal_of(const std::filesystem::path& folder) {
  std::string name = (folder / ".roofgate-XXXXXX").string();
  const FileDescriptor file{mkostemp(name.data(), O_CLOEXEC)};
  if (!file.is_open()) return errno;
  unlink(name.c_str());
  return 0;
}

}  // namespace

std::vector<Finding> folder_findings(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::path nearest = std::filesystem::absolute(folder, problem);
  while (!std::filesystem::exists(nearest, problem) && nearest.has_relative_path()) nearest = nearest.parent_path();
  if (const int refusal = refusal_of(nearest); refusal != 0) {
    return {{Gravity::blocker, fmt::format("{} cannot be written: {}", folder.string(), std::strerror(refusal)),
             "run from a folder of your own, or name another with -o and --baselines"}};
  }
  const std::filesystem::space_info space = std::filesystem::space(nearest, problem);
  if (problem || static_cast<double>(space.available) >= kNightOnDisk) return {};
  return {{Gravity::warning,
           fmt::format("{:.0f} MiB are free for {}", static_cast<double>(space.available) / kMiB, folder.string()),
           "make room: a night that meets a full disk stops"}};
}

std::vector<Finding> memory_findings(const MachineFiles& files) {
  const std::string text = files.text("proc/meminfo").value_or("");
  const auto entry = value_of(text, "MemAvailable");
  const auto kibibytes = entry ? number_of(entry->substr(0, entry->find(' '))) : std::nullopt;
  if (!kibibytes || *kibibytes * 1024.0 >= kNightInMemory) return {};
  return {{Gravity::warning, fmt::format("{:.0f} MiB of memory are available", *kibibytes / 1024.0),
           "end what holds it: the largest cases will be skipped, and swapping would spoil the others"}};
}

}  // namespace roofgate
