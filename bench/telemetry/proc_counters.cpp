#include "bench/telemetry/proc_counters.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

double seconds_per_tick() {
  static const double kTick = 1.0 / static_cast<double>(std::max(1L, ::sysconf(_SC_CLK_TCK)));
  return kTick;
}

std::optional<int> id_of(std::string_view text) {
  int id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{id} : std::nullopt;
}

double number_at(const std::vector<std::string_view>& fields, std::size_t index) {
  return index < fields.size() ? number_of(fields[index]).value_or(0.0) : 0.0;
}

/// /proc/<pid>/stat: the command in parentheses may hold blanks and parentheses; fields count from behind it (proc(5):
/// utime is field 14, stime 15, state, the first behind the command, 3).
std::optional<Seconds> time_in(const std::optional<std::string>& stat) {
  if (!stat) return std::nullopt;
  const std::size_t command_end = stat->rfind(')');
  if (command_end == std::string::npos) return std::nullopt;
  const auto fields = fields_of(std::string_view{*stat}.substr(command_end + 1));
  constexpr std::size_t kUser = 14 - 3;
  constexpr std::size_t kSystem = 15 - 3;
  if (fields.size() <= kSystem) return std::nullopt;
  return Seconds{(number_at(fields, kUser) + number_at(fields, kSystem)) * seconds_per_tick()};
}

}  // namespace

std::optional<CpuTime> cpu_time(const MachineFiles& files, const std::vector<int>& cpus) {
  const auto text = files.text("proc/stat");
  if (!text) return std::nullopt;
  CpuTime sum;
  bool found = false;
  for (const std::string_view line : lines_of(*text)) {
    if (line.substr(0, 3) != "cpu") break;  // the CPUs come first; what follows is long
    const auto fields = fields_of(line);
    const auto cpu = fields.empty() ? std::nullopt : id_of(fields[0].substr(3));
    if (!cpu || !std::binary_search(cpus.begin(), cpus.end(), *cpu)) continue;
    // user nice system idle iowait irq softirq steal; guest time is inside user and nice.
    const double busy = number_at(fields, 1) + number_at(fields, 2) + number_at(fields, 3) + number_at(fields, 6) +
                        number_at(fields, 7);
    sum.busy += Seconds{busy * seconds_per_tick()};
    sum.idle += Seconds{(number_at(fields, 4) + number_at(fields, 5)) * seconds_per_tick()};
    sum.stolen += Seconds{number_at(fields, 8) * seconds_per_tick()};
    found = true;
  }
  return found ? std::optional{sum} : std::nullopt;
}

std::optional<Seconds> process_time(const MachineFiles& files, const std::vector<int>& pids) {
  std::optional<Seconds> sum;
  for (const int pid : pids) {
    const std::string process = pid == 0 ? "self" : std::to_string(pid);
    if (const auto time = time_in(files.text("proc/" + process + "/stat"))) sum = sum.value_or(Seconds{}) + *time;
  }
  return sum;
}

std::map<int, ThreadTime> thread_times(const MachineFiles& files) {
  std::map<int, ThreadTime> times;
  for (const std::string& thread : files.names_in("proc/self/task")) {
    const auto text = files.text("proc/self/task/" + thread + "/schedstat");
    const auto fields = text ? fields_of(*text) : std::vector<std::string_view>{};
    const auto id = id_of(thread);
    if (!id || fields.size() < 2) continue;
    constexpr double kNanosecond = 1e-9;
    times[*id] = {Seconds{number_at(fields, 0) * kNanosecond}, Seconds{number_at(fields, 1) * kNanosecond}};
  }
  return times;
}

std::optional<double> involuntary_switches(const MachineFiles& files) {
  std::optional<double> sum;
  for (const std::string& thread : files.names_in("proc/self/task")) {
    const auto text = files.text("proc/self/task/" + thread + "/status");
    const auto value = text ? value_of(*text, "nonvoluntary_ctxt_switches") : std::nullopt;
    const auto count = value ? number_of(*value) : std::nullopt;
    if (count) sum = sum.value_or(0.0) + *count;
  }
  return sum;
}

std::optional<double> thermal_events(const MachineFiles& files, const std::vector<int>& cpus) {
  std::optional<double> sum;
  std::map<double, double> packages;
  for (const int cpu : cpus) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu);
    if (const auto core = files.number(folder + "/thermal_throttle/core_throttle_count")) {
      sum = sum.value_or(0.0) + *core;
    }
    if (const auto package = files.number(folder + "/thermal_throttle/package_throttle_count")) {
      packages[files.number(folder + "/topology/physical_package_id").value_or(0.0)] = *package;
    }
  }
  for (const auto& package : packages) sum = sum.value_or(0.0) + package.second;
  return sum;
}

}  // namespace roofgate
