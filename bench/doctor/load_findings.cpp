#include "bench/doctor/load_findings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "bench/telemetry/proc_counters.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr double kShownLoad = 0.05;  // of one CPU
constexpr std::size_t kShownProcesses = 3;

/// CPU time of every process but this one, by pid.
std::map<int, Seconds> process_times(const MachineFiles& files) {
  std::map<int, Seconds> times;
  for (const std::string& name : files.names_in("proc")) {
    const auto pid = number_of(name);
    if (!pid || static_cast<int>(*pid) == getpid()) continue;
    if (const auto time = process_time(files, {static_cast<int>(*pid)})) times[static_cast<int>(*pid)] = *time;
  }
  return times;
}

double total_of(const CpuTime& time) { return time.busy.value() + time.stolen.value() + time.idle.value(); }

}  // namespace

LoadSample sample_load(const MachineFiles& files, const std::vector<int>& cpus, const std::function<void()>& sleep) {
  const auto machine_before = cpu_time(files, cpus);
  const auto processes_before = process_times(files);
  sleep();
  const auto processes_after = process_times(files);
  const auto machine_after = cpu_time(files, cpus);
  LoadSample sample;
  if (!machine_before || !machine_after) return sample;
  const double all = total_of(*machine_after) - total_of(*machine_before);
  if (all <= 0) return sample;
  sample.busy = Ratio{(machine_after->busy - machine_before->busy).value() / all};
  sample.stolen = Ratio{(machine_after->stolen - machine_before->stolen).value() / all};
  const double wall = all / static_cast<double>(cpus.size());
  for (const auto& [pid, time] : processes_after) {
    const auto before = processes_before.find(pid);
    const Seconds used = before == processes_before.end() ? time : time - before->second;
    if (used.value() / wall < kShownLoad) continue;
    const std::string name = files.line(fmt::format("proc/{}/comm", pid)).value_or("?");
    sample.busiest.push_back({pid, name, Ratio{used.value() / wall}});
  }
  std::sort(sample.busiest.begin(), sample.busiest.end(),
            [](const BusyProcess& a, const BusyProcess& b) { return a.load > b.load; });
  if (sample.busiest.size() > kShownProcesses) sample.busiest.resize(kShownProcesses);
  return sample;
}

std::vector<Finding> load_findings(const LoadSample& sample) {
  const ValidityLimits limits;  // what the measuring program marks
  std::vector<Finding> findings;
  if (sample.busy.value() > limits.foreign_load) {
    std::string who;
    for (const BusyProcess& process : sample.busiest) {
      who += fmt::format("{}{} (pid {}, {:.0f} % of a CPU)", who.empty() ? ": " : ", ", process.name, process.pid,
                         process.load.value() * 100);
    }
    findings.push_back({Gravity::warning,
                        fmt::format("other work uses {:.0f} % of the CPUs now{}", sample.busy.value() * 100, who),
                        fmt::format("end it: rounds with more than {:.0f} % of it are marked `contended` and do not "
                                    "count",
                                    limits.foreign_load * 100)});
  }
  if (sample.stolen.value() > limits.steal) {
    findings.push_back(
        {Gravity::warning,
         fmt::format("the hypervisor gives {:.0f} % of the CPU time to others", sample.stolen.value() * 100),
         "a dedicated machine or pinned virtual CPUs help; rounds under steal are marked `contended`"});
  }
  return findings;
}

}  // namespace roofgate
