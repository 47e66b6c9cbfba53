#include "bench/doctor/cpu_findings.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

#include "bench/telemetry/cgroup.hpp"

namespace roofgate {
namespace {

constexpr const char* kCpus = "sys/devices/system/cpu/";

void governor(const MachineFiles& files, const std::vector<int>& cpus, std::vector<Finding>& findings) {
  std::map<std::string, int> others;
  for (const int cpu : cpus) {
    const auto name = files.line(fmt::format("{}cpu{}/cpufreq/scaling_governor", kCpus, cpu));
    if (name && *name != "performance") ++others[*name];
  }
  for (const auto& [name, count] : others) {
    findings.push_back({Gravity::warning, fmt::format("frequency governor '{}' on {} CPUs", name, count),
                        "clocks rise only under load, so short cases run slow at first: "
                        "`cpupower frequency-set -g performance`"});
  }
}

void boost(const MachineFiles& files, std::vector<Finding>& findings) {
  const auto intel_off = files.number(std::string{kCpus} + "intel_pstate/no_turbo");
  const auto boost_on = files.number(std::string{kCpus} + "cpufreq/boost");
  const bool is_on = intel_off ? *intel_off == 0.0 : boost_on && *boost_on == 1.0;
  if (!is_on) return;
  findings.push_back(
      {Gravity::note, "boost clocks are on",
       "they depend on temperature and on what the other cores do: each round's clock is in the record"});
}

void shared_cores(const MachineFiles& files, std::vector<Finding>& findings) {
  if (files.number(std::string{kCpus} + "smt/active").value_or(0.0) != 1.0) return;
  findings.push_back(
      {Gravity::note, "hardware threads share cores (SMT)",
       "one thread per core measures; work on the sibling threads would slow it and is not always seen"});
}

void quota(const MachineFiles& files, const std::vector<int>& cpus, std::vector<Finding>& findings) {
  const auto limit = cpu_quota(files);
  if (!limit || *limit >= static_cast<double>(cpus.size())) return;
  findings.push_back({*limit < 1.0 ? Gravity::warning : Gravity::note,
                      fmt::format("a CPU quota of {:.2f} CPUs on {} visible ones", *limit, cpus.size()),
                      "as many threads measure as the quota pays for; give the container whole CPUs (cpuset) instead"});
}

}  // namespace

std::vector<Finding> cpu_findings(const MachineFiles& files, const std::vector<int>& cpus) {
  std::vector<Finding> findings;
  governor(files, cpus, findings);
  boost(files, findings);
  shared_cores(files, findings);
  quota(files, cpus, findings);
  return findings;
}

}  // namespace roofgate
