#include "bench/roofgate/doctor_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ostream>
#include <thread>

#include "bench/doctor/cpu_findings.hpp"
#include "bench/doctor/device_findings.hpp"
#include "bench/doctor/dump_findings.hpp"
#include "bench/doctor/load_findings.hpp"
#include "bench/doctor/place_findings.hpp"
#include "bench/record/this_tool.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/dump_document.hpp"
#include "bench/session/child_process.hpp"
#include "bench/session/launch.hpp"
#include "bench/telemetry/affinity.hpp"
#include "bench/telemetry/nvml_library.hpp"
#include "bench/telemetry/probe_environment.hpp"
#include "bench/telemetry_dump/dump_formats.hpp"

namespace roofgate {
namespace {

constexpr std::chrono::milliseconds kLoadWindow{700};  // /proc/stat counts in steps of 10 ms

Finding blocker(const Error& error) {
  return {Gravity::blocker, error.where.empty() ? error.what : error.where + ": " + error.what,
          error.hint.empty() ? "without it nothing can be measured here" : error.hint};
}

int slots_of(const Environment& environment) {
  return environment.backend == "host" ? environment.cpu.cores : static_cast<int>(environment.devices.size());
}

std::string names_of(const std::vector<DeviceState>& states) {
  std::string text;
  for (const DeviceState& state : states)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", state.index, state.name);
  return text.empty() ? "none" : text;
}

}  // namespace

CLI::App* DoctorCommand::add_to(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("doctor", "Says what this machine has, what will be measured, and what would spoil it.");
  options_.add_to(*command);
  command
      ->add_option("--baselines", baselines_,
                   "Folder of baselines to look at first. Default: ROOFGATE_BASELINES, else ./baselines, else the "
                   "installed ones.")
      ->type_name("DIR");
  command
      ->add_option("--policy", policy_,
                   "Policy file to look at first. Default: ci/policy.json, else the installed one.")
      ->type_name("FILE");
  command
      ->add_option(
          "--telemetry", telemetry_,
          "Reads this telemetry dump instead (nvidia-smi CSV, -q text or XML, dmon; dcgmi dmon; dcgm-exporter; "
          "rocm-smi) and says what it shows. Default: none, this machine is looked at.")
      ->type_name("FILE");
  command->footer(
      "Exit status: 0 if measuring can go on, 3 if it cannot; of a dump: 0, 3 if it shows what spoils a measurement.");
  return command;
}

void DoctorCommand::ask_bench(DoctorReport& report, const RunRequest& request) const {
  ChildProcessRunner runner;
  BenchSetup setup = request.bench;
  auto environment = describe(setup, runner);
  if (!environment) {
    report.findings.push_back(blocker(environment.error()));
    return;
  }
  report.environment = std::move(*environment);
  setup.backend = report.environment.backend;
  const auto launcher = find_launcher(request.launcher, request.surroundings);
  if (!launcher) {
    report.findings.push_back(blocker(launcher.error()));
    return;
  }
  std::vector<int> worlds = request.world_sizes;
  if (worlds.empty()) worlds = default_world_sizes(slots_of(report.environment));
  if (!*launcher && !worlds.empty()) {
    report.findings.push_back({Gravity::warning, "no launcher: worlds of more than one rank are left out",
                               "install Open MPI (openmpi-bin), or choose --launcher"});
    std::erase_if(worlds, [](int ranks) { return ranks > 1; });
  }
  const auto single = list_cases(setup, 1, runner);
  if (!single) {
    report.findings.push_back(blocker(single.error()));
    return;
  }
  std::vector<std::vector<ListedCase>> listings;
  for (const int ranks : worlds) {
    auto listing = list_cases(setup, ranks, runner);
    if (!listing) {
      report.findings.push_back(blocker(listing.error()));
      return;
    }
    listings.push_back(std::move(*listing));
  }
  report.plan = make_plan(*single, worlds, listings);
}

void DoctorCommand::look_around(DoctorReport& report) const {
  const MachineFiles files;
  const std::vector<int> cpus = affinity_cpus();
  const auto add = [&](const std::vector<Finding>& found) {
    report.findings.insert(report.findings.end(), found.begin(), found.end());
  };
  const auto nvml = load_nvml();
  if (nvml) {
    const auto states = device_states(**nvml);
    report.gpus = names_of(states);
    add(device_findings(states));
  } else {
    report.gpus = "none: " + nvml.error().what;
  }
  add(load_findings(sample_load(files, cpus, [] { std::this_thread::sleep_for(kLoadWindow); })));
  add(cpu_findings(files, cpus));
  add(memory_findings(files));
  add(folder_findings("runs"));
  add(folder_findings(baselines_to_write(this_process(), baselines_)));
  if (this_tool().build_type != "Release" && !options_.launch.allow_debug_build) {
    report.findings.push_back({Gravity::blocker, fmt::format("this is a {} build", this_tool().build_type),
                               "only Release measures: `cmake --preset release`"});
  }
  const HostInfo& host = report.environment.host;
  if (!host.hypervisor.empty() && host.hypervisor != "none") {
    report.findings.push_back({Gravity::note, fmt::format("a virtual machine ({})", host.hypervisor),
                               "clocks and temperatures are mostly hidden, and neighbours show only as steal"});
  }
}

void DoctorCommand::find_places(DoctorReport& report) const {
  const Surroundings here = this_process();
  report.places = {{"measuring program", search_bench(here, options_.launch.bench)},
                   {"suite", search_suite(here, options_.suite)},
                   {"baselines", search_baselines(here, baselines_)},
                   {"peaks", search_peaks(here, {})},
                   {"policy", search_policy(here, policy_)}};
}

Result<ExitStatus> DoctorCommand::read_telemetry(Console& console) const {
  const Result<TelemetryDump> dump = read_dump(telemetry_);
  if (!dump) return fail(dump.error());
  const std::vector<Finding> findings = dump_findings(*dump);
  const std::vector<std::string> untold = untold_devices(*dump);
  console.out << render_terminal(dump_document(*dump, findings, untold), {console.colour, console.width});
  const bool spoils = std::any_of(findings.begin(), findings.end(),
                                  [](const Finding& finding) { return finding.gravity == Gravity::blocker; });
  return spoils || !untold.empty() ? ExitStatus::cannot_judge : ExitStatus::pass;
}

Result<ExitStatus> DoctorCommand::run(Console& console) {
  if (!telemetry_.empty()) return read_telemetry(console);
  DoctorReport report;
  report.suite = options_.suite;
  report.rounds = options_.rounds;
  report.environment = probe_environment("host");
  find_places(report);
  if (const auto request = options_.request()) {
    ask_bench(report, *request);
  } else {
    report.findings.push_back(blocker(request.error()));
  }
  look_around(report);
  console.out << render_terminal(doctor_document(report), {console.colour, console.width});
  return report.can_measure() ? ExitStatus::pass : ExitStatus::cannot_judge;
}

}  // namespace roofgate
