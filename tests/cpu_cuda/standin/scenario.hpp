// What the stand-in devices are and what goes wrong on them: one JSON file, named by ROOFGATE_STANDIN. Every field has
// a default, a name that is not known ends the process: a scenario with a slip would test nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace roofgate::standin {

/// From launch `from_launch` of its device on (of each process).
struct Step {
  std::uint64_t from_launch = 0;
  double sm_mhz = 1000;
  double memory_mhz = 2000;
  double power_w = 300;
  double temperature_c = 50;
  std::uint64_t reasons = 0;  ///< NVML's bits
  std::uint64_t uncorrected = 0;
};

/// A small device: sizes a thousandth of a large one's, rates in proportion, so that loops on the CPU take its part.
struct DeviceScript {
  std::string name = "Emulated GPU";
  int major = 9, minor = 0;
  int multiprocessors = 1;
  std::size_t memory_bytes = std::size_t{1} << 30U;
  std::size_t l2_bytes = std::size_t{256} << 10U;
  double sm_mhz = 1000;  ///< at which the two rates below are reached
  double memory_mhz = 2000;
  int memory_bus_bits = 512;
  double tensor_flops_per_s = 2e12;
  double fp32_flops_per_s = 2e11;
  double dram_bytes_per_s = 1e10;
  double l2_bytes_per_s = 4e10;
  double link_bytes_per_s = 1e9;
  double peer_bytes_per_s = 2e9;
  double power_limit_w = 700;
  bool ecc = true;
  bool mig = false;
  std::vector<Step> steps = std::vector<Step>(1);  ///< empty in the file: the device's own clocks
  std::vector<unsigned> foreign_pids;
};

/// The `from`th to `until`th call of an entry point in this process (1 is the first) fails with `result`. "kernel" is
/// the execution of a launch: its failure is asynchronous and sticky.
struct Fault {
  std::string call;
  std::uint64_t from = 1;
  std::uint64_t until = std::numeric_limits<std::uint64_t>::max();
  int result = 0;
  double value = 0.0;  ///< cudaEventElapsedTime: milliseconds it answers; result 0
  int rank = -1;       ///< collectives: the rank it happens on; -1: all
  std::string once;    ///< a file: the fault happens in the process that can create it, and in no later one
  std::string after;   ///< a file: the fault happens in processes that find it when they ask first
};

enum class Damage { none, one_element, transposed };

/// One algorithm that the product library proposes.
struct Candidate {
  int id = 66;
  double efficiency = 0.8;  ///< of the device's tensor rate
  int fails = 0;            ///< cublasStatus_t of the product; 0: it runs
  Damage damage = Damage::none;
};

struct NcclScript {
  double latency_s = 1e-5;
  double bytes_per_s = 1e9;    ///< bus bandwidth of a ring
  std::vector<double> slower;  ///< by rank: factor on this rank's time
};

struct Scenario {
  std::vector<DeviceScript> devices = std::vector<DeviceScript>(1);
  bool late = false;                  ///< work starts only when something waits for it: a missing wait always shows
  bool repeats_are_computed = false;  ///< else a launch that nothing has written since is charged, not computed again
  double noise = 1e-3;                ///< relative, half width, of each operation's time
  double host_call_s = 2e-6;          ///< what a launch costs the host
  double launch_latency_s = 3e-6;     ///< from the host's call to the kernel's start on an idle device
  double kernel_s = 1e-6;             ///< the shortest kernel
  double first_launch_s = 0.0;        ///< what loading a kernel adds to its first launch
  double event_step_s = 5e-7;         ///< resolution of event times
  std::size_t queue_entries = 1024;   ///< the host waits when a stream has this many
  int driver_version = 13000;
  std::size_t alignment_bytes = 16;  ///< products of operands aligned less run at a quarter
  std::vector<Candidate> candidates = std::vector<Candidate>(1);
  NcclScript nccl;
  bool gpm = true;
  std::vector<Fault> faults;
};

/// The process's scenario: read once.
[[nodiscard]] const Scenario& scenario();

/// Replaces it and makes its devices anew: for tests in one process, while no stream lives.
void set_scenario(Scenario made);

/// Grows with each set_scenario().
[[nodiscard]] int scenario_number();

}  // namespace roofgate::standin
