#include "bench/telemetry/host_probe.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "bench/telemetry/processor.hpp"
#include "kernels/base/process_launcher.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::string distribution(const MachineFiles& files) {
  for (const std::string_view path : {"etc/os-release", "usr/lib/os-release"}) {
    const std::string text = files.text(path).value_or("");
    const auto name = value_of(text, "PRETTY_NAME");
    if (!name) continue;
    std::string_view bare = *name;
    if (bare.size() >= 2 && bare.front() == '"' && bare.back() == '"') bare = bare.substr(1, bare.size() - 2);
    return std::string{bare};
  }
  return "unknown";
}

/// The outermost thing that a user would name: a pod before the container runtime beneath it.
std::string container(const MachineFiles& files, const Variables& variables) {
  if (variables.has("KUBERNETES_SERVICE_HOST") || files.exists("var/run/secrets/kubernetes.io")) return "kubernetes";
  if (variables.has("APPTAINER_CONTAINER") || variables.has("SINGULARITY_CONTAINER")) return "apptainer";
  if (files.exists("run/.containerenv")) return "podman";
  if (files.exists(".dockerenv")) return "docker";
  if (const auto named = files.line("run/systemd/container")) return *named;  // systemd's own word for it
  const std::string groups = files.text("proc/self/cgroup").value_or("");
  constexpr std::array<std::array<std::string_view, 2>, 4> kTraces{
      {{"kubepods", "kubernetes"}, {"docker", "docker"}, {"libpod", "podman"}, {"/lxc", "lxc"}}};
  for (const auto& [trace, kind] : kTraces) {
    if (groups.find(trace) != std::string::npos) return std::string{kind};
  }
  return "none";
}

std::string without_blanks_at_ends(const std::string& text) { return std::string{trimmed(text)}; }

std::string hypervisor(const MachineFiles& files, bool ask_processor) {
  if (ask_processor) {
    if (const auto vendor = hypervisor_by_cpuid()) {
      const std::string name = without_blanks_at_ends(*vendor);
      return name.empty() ? "unknown" : name;
    }
  }
  if (const auto type = files.line("sys/hypervisor/type")) return *type;
  const std::string cpuinfo = files.text("proc/cpuinfo").value_or("");
  const auto flags = value_of(cpuinfo, "flags");
  const auto known = flags ? fields_of(*flags) : std::vector<std::string_view>{};
  if (std::find(known.begin(), known.end(), "hypervisor") == known.end()) return "none";
  return files.line("sys/class/dmi/id/sys_vendor").value_or("unknown");
}

}  // namespace

HostInfo probe_host(const MachineFiles& files, const Variables& variables, bool ask_processor) {
  HostInfo info;
  info.name = files.line("proc/sys/kernel/hostname").value_or("unknown");
  info.kernel = files.line("proc/sys/kernel/osrelease").value_or("unknown");
  info.os = distribution(files);
  info.container = container(files, variables);
  info.hypervisor = hypervisor(files, ask_processor);
  info.launcher = read_process_launcher([&variables](std::string_view name) { return variables.value(name); }).name;
  return info;
}

}  // namespace roofgate
