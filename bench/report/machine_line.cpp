#include "bench/report/machine_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace roofgate {
namespace {

struct Software {
  std::string_view key;
  std::string_view title;
};

// In the order of the stack; what a backend has not loaded is not in the record.
constexpr std::array kSoftware{
    Software{"driver", "driver"}, Software{"cuda_runtime", "CUDA"}, Software{"cublaslt", "cuBLASLt"},
    Software{"nccl", "NCCL"},     Software{"rccl", "RCCL"},         Software{"onednn", "oneDNN"},
    Software{"mpi", ""}};

std::string hardware_of(const Environment& environment) {
  // Only a foreign file can fail to name the device that it is about.
  if (environment.backend != "host" && environment.devices.empty()) return "unknown device";
  if (environment.backend == "host") {
    const CpuInfo& cpu = environment.cpu;
    return fmt::format("{} · {} core{}", cpu.model.empty() ? "unknown CPU" : cpu.model, cpu.cores,
                       cpu.cores == 1 ? "" : "s");
  }
  const auto& devices = environment.devices;
  if (devices.size() == 1) return devices.front().name;
  const auto same = [&devices](const DeviceInfo& device) { return device.name == devices.front().name; };
  if (std::all_of(devices.begin(), devices.end(), same)) {
    return fmt::format("{} x {} (device 0 shown)", devices.size(), devices.front().name);
  }
  return fmt::format("{} and {} other devices (device 0 shown)", devices.front().name, devices.size() - 1);
}

/// Without what libraries add to their version: "Open MPI v4.1.4, package: …", "2.6.3 (N/A)".
std::string short_version(const std::string& version) {
  const std::size_t end = std::min(version.find(','), version.find(" ("));
  return version.substr(0, end);
}

/// "02:00" of "2026-11-29T02:00:13Z"; the text itself where it has another form.
std::string minutes_of(const std::string& stamp) { return stamp.size() >= 16 ? stamp.substr(11, 5) : stamp; }

std::string rounds_of(const Record& record) {
  std::size_t rounds = 0;
  for (const Case& measured : record.cases) rounds = std::max(rounds, measured.rounds.size());
  const auto planned = static_cast<std::size_t>(std::max(record.rounds_planned, 0));
  std::string text = fmt::format("{} round{}", rounds, rounds == 1 ? "" : "s");
  if (rounds < planned) text = fmt::format("{} of {} rounds", rounds, planned);
  if (record.started_at.empty()) return text;
  text += record.finished_at.empty()
              ? fmt::format(", from {} UTC, not finished", minutes_of(record.started_at))
              : fmt::format(", {} to {} UTC", minutes_of(record.started_at), minutes_of(record.finished_at));
  return text;
}

}  // namespace

std::string machine_line(const Record& record) {
  std::vector<std::string> parts{hardware_of(record.environment)};
  if (record.imported) {
    const std::string& tool = record.imported->tool.empty() ? record.imported->format : record.imported->tool;
    parts.push_back(fmt::format("imported: {}, {}", tool, record.imported->file));
  }
  for (const Software& software : kSoftware) {
    const auto found = record.environment.software.find(std::string{software.key});
    if (found == record.environment.software.end() || found->second.empty()) continue;
    parts.push_back(software.title.empty() ? short_version(found->second)
                                           : fmt::format("{} {}", software.title, short_version(found->second)));
  }
  parts.push_back(rounds_of(record));
  return fmt::format("{}", fmt::join(parts, " · "));
}

}  // namespace roofgate
