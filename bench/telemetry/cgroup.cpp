#include "bench/telemetry/cgroup.hpp"

#include <algorithm>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kMount = "sys/fs/cgroup";

// Version 1 writes "no limit" as the largest page-aligned 64-bit number.
constexpr double kUnlimitedBytes = 9223372036854771712.0;

bool lists(std::string_view controllers, std::string_view wanted) {
  while (!controllers.empty()) {
    const std::size_t comma = controllers.find(',');
    if (controllers.substr(0, comma) == wanted) return true;
    if (comma == std::string_view::npos) break;
    controllers.remove_prefix(comma + 1);
  }
  return false;
}

/// mount/a/b, mount/a, mount.
void append_chain(std::vector<std::string>& folders, const std::string& mount, std::string_view group) {
  while (group.size() > 1 && group.find("..") == std::string_view::npos) {
    folders.push_back(mount + std::string{group});
    group = group.substr(0, group.rfind('/'));
  }
  folders.push_back(mount);
}

std::optional<double> smaller(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::optional<double> quota_of(const MachineFiles& files, const std::string& folder) {
  if (const auto line = files.line(folder + "/cpu.max")) {
    const auto fields = fields_of(*line);
    const auto quota = fields.size() == 2 ? number_of(fields[0]) : std::nullopt;
    const auto period = fields.size() == 2 ? number_of(fields[1]) : std::nullopt;
    if (quota && period && *quota > 0 && *period > 0) return *quota / *period;
  }
  const auto quota = files.number(folder + "/cpu.cfs_quota_us");
  const auto period = files.number(folder + "/cpu.cfs_period_us");
  if (quota && period && *quota > 0 && *period > 0) return *quota / *period;
  return std::nullopt;
}

std::optional<double> limit_of(const MachineFiles& files, const std::string& folder) {
  const auto version2 = files.number(folder + "/memory.max");
  const auto version1 = files.number(folder + "/memory.limit_in_bytes");
  std::optional<double> limit = smaller(version2, version1);
  return limit && *limit > 0 && *limit < kUnlimitedBytes ? limit : std::nullopt;
}

std::optional<double> stopped_seconds(const MachineFiles& files, const std::string& folder) {
  const auto text = files.text(folder + "/cpu.stat");
  if (!text) return std::nullopt;
  if (const auto version2 = value_of(*text, "throttled_usec")) {
    const auto microseconds = number_of(*version2);
    return microseconds ? std::optional{*microseconds * 1e-6} : std::nullopt;
  }
  const auto version1 = value_of(*text, "throttled_time");
  const auto nanoseconds = version1 ? number_of(*version1) : std::nullopt;
  return nanoseconds ? std::optional{*nanoseconds * 1e-9} : std::nullopt;
}

/// "some avg10=1.98 avg60=1.47 avg300=1.12 total=11850131": the total, in microseconds.
std::optional<Seconds> some_total(std::string_view text) {
  const auto some = value_of(text, "some");
  if (!some) return std::nullopt;
  for (const std::string_view field : fields_of(*some)) {
    constexpr std::string_view kKey = "total=";
    if (field.substr(0, kKey.size()) != kKey) continue;
    if (const auto microseconds = number_of(field.substr(kKey.size()))) return Seconds{*microseconds * 1e-6};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> cgroup_folders(const MachineFiles& files, std::string_view controller) {
  std::vector<std::string> folders;
  const std::string text = files.text("proc/self/cgroup").value_or("");
  for (const std::string_view line : lines_of(text)) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view group = line.substr(second + 1);
    std::string mount{kMount};
    if (controllers.empty()) {
      if (!files.exists(mount + "/cgroup.controllers")) mount += "/unified";
    } else if (lists(controllers, controller)) {
      mount += files.exists(mount + "/" + std::string{controllers}) ? "/" + std::string{controllers}
                                                                    : "/" + std::string{controller};
    } else {
      continue;
    }
    append_chain(folders, mount, group);
  }
  return folders;
}

std::optional<double> cpu_quota(const MachineFiles& files) {
  std::optional<double> tightest;
  for (const std::string& folder : cgroup_folders(files, "cpu")) tightest = smaller(tightest, quota_of(files, folder));
  return tightest;
}

std::optional<Bytes> memory_limit(const MachineFiles& files) {
  std::optional<double> tightest;
  for (const std::string& folder : cgroup_folders(files, "memory")) {
    tightest = smaller(tightest, limit_of(files, folder));
  }
  return tightest ? std::optional{Bytes{*tightest}} : std::nullopt;
}

std::optional<Seconds> quota_stopped_time(const MachineFiles& files) {
  std::optional<double> most;
  for (const std::string& folder : cgroup_folders(files, "cpu")) {
    if (!quota_of(files, folder)) continue;
    if (const auto seconds = stopped_seconds(files, folder)) most = std::max(most.value_or(0.0), *seconds);
  }
  return most ? std::optional{Seconds{*most}} : std::nullopt;
}

std::optional<Seconds> pressure_time(const MachineFiles& files) {
  for (const std::string& folder : cgroup_folders(files, "cpu")) {
    if (const auto text = files.text(folder + "/cpu.pressure")) return some_total(*text);
  }
  const auto text = files.text("proc/pressure/cpu");
  return text ? some_total(*text) : std::nullopt;
}

}  // namespace roofgate
