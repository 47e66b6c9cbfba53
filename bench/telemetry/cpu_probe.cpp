#include "bench/telemetry/cpu_probe.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "bench/telemetry/cgroup.hpp"
#include "bench/telemetry/processor.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::string folder_of(int cpu) { return "sys/devices/system/cpu/cpu" + std::to_string(cpu); }

std::string model_of(std::string_view cpuinfo) {
  if (const auto model = value_of(cpuinfo, "model name")) return std::string{*model};
  // Arm kernels name no model; implementer and part identify it (Arm ARM, MIDR_EL1).
  const auto implementer = value_of(cpuinfo, "CPU implementer");
  const auto part = value_of(cpuinfo, "CPU part");
  if (implementer && part) return "Arm " + std::string{*implementer} + " " + std::string{*part};
  return "unknown";
}

std::vector<std::string> isa_of(std::string_view cpuinfo) {
  std::vector<std::string> isa;
  const auto flags = value_of(cpuinfo, "flags");
  if (!flags) return isa;
  const std::vector<std::string_view> known = fields_of(*flags);
  for (const std::string_view wanted : std::array<std::string_view, 4>{"avx2", "avx512f", "avx512_bf16", "amx_bf16"}) {
    if (std::find(known.begin(), known.end(), wanted) != known.end()) isa.emplace_back(wanted);
  }
  return isa;
}

/// "32768K", "2M" or plain bytes.
std::optional<double> bytes_of(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return std::nullopt;
  double unit = 1.0;
  if (text.back() == 'K') unit = 1024.0;
  if (text.back() == 'M') unit = 1024.0 * 1024.0;
  if (text.back() == 'G') unit = 1024.0 * 1024.0 * 1024.0;
  const auto count = number_of(unit > 1.0 ? text.substr(0, text.size() - 1) : text);
  return count ? std::optional{*count * unit} : std::nullopt;
}

/// Each instance of the largest level once: clusters of a socket (AMD's CCX) have one each.
std::optional<Bytes> cache_of(const MachineFiles& files, const std::vector<int>& cpus) {
  double best_level = 0;
  std::map<std::string, double> instances;  // by the CPUs that share it
  for (const int cpu : cpus) {
    const std::string caches = folder_of(cpu) + "/cache";
    for (const std::string& index : files.names_in(caches)) {
      std::string cache = caches;
      cache.append("/").append(index);
      const auto level = files.number(cache + "/level");
      const auto size = files.line(cache + "/size");
      const auto bytes = size ? bytes_of(*size) : std::nullopt;
      if (!level || !bytes || *level < best_level || files.line(cache + "/type") == "Instruction") continue;
      if (*level > best_level) instances.clear();
      best_level = *level;
      instances[files.line(cache + "/shared_cpu_list").value_or(std::to_string(cpu))] = *bytes;
    }
  }
  Bytes total;
  for (const auto& instance : instances) total += Bytes{instance.second};
  return instances.empty() ? std::nullopt : std::optional{total};
}

Bytes memory_of(const MachineFiles& files) {
  const std::string text = files.text("proc/meminfo").value_or("");
  const auto total = value_of(text, "MemTotal");  // "8047616 kB"
  const auto fields = total ? fields_of(*total) : std::vector<std::string_view>{};
  const auto kibibytes = fields.empty() ? std::nullopt : number_of(fields[0]);
  const auto limit = memory_limit(files);
  if (!kibibytes) return limit.value_or(Bytes{});
  const Bytes machine{*kibibytes * 1024.0};
  return limit ? std::min(*limit, machine) : machine;
}

}  // namespace

CpuInfo probe_cpu(const MachineFiles& files, const std::vector<int>& cpus, bool ask_processor) {
  const std::string cpuinfo = files.text("proc/cpuinfo").value_or("");
  std::set<double> sockets;
  std::set<std::string> cores;  // by the hardware threads that share one
  for (const int cpu : cpus) {
    const std::string topology = folder_of(cpu) + "/topology";
    sockets.insert(files.number(topology + "/physical_package_id").value_or(0.0));
    // Without topology each logical CPU is taken for a core. core_id would not do: it repeats over the dies of a
    // socket.
    cores.insert(files.line(topology + "/thread_siblings_list").value_or(std::to_string(cpu)));
  }
  CpuInfo info;
  info.model = model_of(cpuinfo);
  info.sockets = static_cast<int>(sockets.size());
  info.cores = static_cast<int>(cores.size());
  info.threads = static_cast<int>(cpus.size());
  if (const auto quota = cpu_quota(files)) {
    const int paid = std::max(1, static_cast<int>(std::min(*quota, 1e6)));
    info.cores = std::min(info.cores, paid);
    info.threads = std::min(info.threads, paid);
  }
  info.isa = isa_of(cpuinfo);
  std::optional<Bytes> cache = cache_of(files, cpus);
  if (!cache && ask_processor) cache = last_level_cache_by_cpuid();
  info.last_level_cache = cache.value_or(Bytes{});
  info.memory = memory_of(files);
  return info;
}

}  // namespace roofgate
