// The run record, `roofgate.record/1`: everything that one night measured. Plain data; JSON is in record_json.hpp.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/record/environment.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/work.hpp"

namespace roofgate {

inline constexpr std::string_view kRecordSchema = "roofgate.record/1";

/// Why a measurement is not to be trusted. A marked case never becomes a baseline and never passes silently.
enum class MarkKind { throttled, contended, unstable, wrong_result, skipped, error, oversubscribed };

struct Mark {
  MarkKind kind = MarkKind::error;
  std::string evidence;  ///< what was seen, with figures: "CPU steal 12 % of the sampling time (limit 2 %)"
};

/// Why sampling ended.
enum class StopReason { converged, time_limit, sample_limit, not_run };

/// How busy an accelerator was by its own counters: means over the window, each of the whole device's capacity.
struct Activity {
  std::string source;                    ///< "nvml", "nvml_gpm"; joined from a dump: "dcgm", "nvml+dcgm"
  std::optional<Ratio> kernel_resident;  ///< of the time: "GPU utilization", which one spinning thread makes 100 %
  std::optional<Ratio> sm_active;        ///< multiprocessors that had a warp
  std::optional<Ratio> sm_occupancy;     ///< warps that were resident
  std::optional<Ratio> dram_busy;        ///< of the memory's bandwidth
  std::optional<Ratio> tensor_busy;      ///< of the tensor pipes' time
  std::optional<BytesPerSecond> nvlink;  ///< both directions, all links
};

/// What telemetry saw while a round was sampled. Absent: the machine does not offer it, or the window was too short to
/// resolve it. docs/telemetry.md: source, unit and limit of each.
struct TelemetrySummary {
  std::optional<Seconds> window;                            ///< how long telemetry watched
  std::optional<Hertz> clock_min, clock_median, clock_max;  ///< SM clock, or the frequency of the busiest CPU
  std::optional<Hertz> memory_clock_median;
  std::optional<Watts> power_median, power_max;
  std::optional<Watts> power_limit;  ///< enforced, highest seen
  std::optional<Celsius> temperature_max;
  std::optional<Ratio> steal;                    ///< CPU time stolen by the hypervisor / wall time of our CPUs
  std::optional<Ratio> pressure;                 ///< share of the time in which some task waited for a CPU (PSI)
  std::optional<double> involuntary_switches;    ///< of this process, while sampling
  std::optional<Ratio> foreign_load;             ///< CPU time of other processes / wall time of our CPUs
  std::optional<Ratio> run_delay;                ///< time our threads were ready to run and did not / wall time
  std::optional<Ratio> quota_throttled;          ///< time the cgroup's CPU quota stopped us / wall time
  std::optional<double> thermal_events;          ///< CPU thermal throttle events, new in this round
  std::vector<std::string> clock_event_reasons;  ///< NVML names: "sw_power_cap", "hw_thermal_slowdown"
  std::optional<double> ecc_errors;              ///< uncorrected, new in this round
  std::optional<double> foreign_processes;       ///< other processes with a compute context on the device, most seen
  double sample_count = 0;                       ///< telemetry samples behind these figures
  std::optional<Activity> activity{};            ///< accelerators only
  std::optional<Seconds> sampling_cost{};        ///< time that the sampling thread spent in the driver
  std::optional<Hertz> clock_rated{};            ///< the highest SM clock the device is made for
};

/// Where one rank of a world sat.
struct RankPlacement {
  std::string node;           ///< host name
  std::string cpus;           ///< it may run on, as the kernel writes lists: "0-3,8"
  std::optional<int> device;  ///< index among the node's devices; absent on the host backend
  std::optional<int> numa;    ///< node of its device, or of its first CPU
  std::string nic;            ///< network adapter nearest to it: "mlx5_0"; empty where none is known
};

/// Processes that measured together, and where each was placed. Rounds of the same placement share one.
struct PlacedWorld {
  std::string launcher;              ///< "none", "mpirun", "srun"
  int nodes = 1;                     ///< machines
  bool oversubscribed = false;       ///< more ranks on a node than it has cores, or devices
  std::vector<RankPlacement> ranks;  ///< in rank order
};

/// One fresh process's measurement of one case.
struct Round {
  int index = 0;             ///< 0-based
  int position = 0;          ///< place of the case in this round's shuffled order
  std::string started_at;    ///< UTC, ISO 8601
  int world_size = 1;        ///< ranks that measured
  std::optional<int> world;  ///< place in Record::worlds; absent for cases of one process
  double iterations_per_sample = 1;
  std::vector<double> time_s;  ///< every raw sample: seconds per iteration, in order; slowest rank for collectives
  std::vector<std::vector<double>> rank_time_s;  ///< collectives: [rank][sample]; else empty
  StopReason stop = StopReason::not_run;
  std::optional<double> interval_half_width;  ///< 95 % interval of the median, relative
  double warmup_s = 0;
  std::optional<double> check_worst_error;  ///< in units of the tolerance
  std::map<std::string, std::string> algorithm;
  TelemetrySummary telemetry;
  std::vector<Mark> marks;
};

/// Whether a bigger value of the case's metric is an improvement. Times: lower.
enum class Better { lower, higher };

using ParameterValue = std::variant<double, std::string, bool>;

/// What an imported case's figures are where they are no times. `time_s` then holds what one unit costs: the value
/// itself where lower is better, its reciprocal where higher is.
struct Metric {
  std::string name;  ///< as the tool calls it: "bandwidth", "throughput-fp16"
  std::string unit;  ///< as shown: "GB/s", "tokens/s"; empty for a bare number
};

/// What the samples of a metric count. Of the cases in a record's file always seconds.
enum class MetricUnit { seconds, ratio, seconds_per_byte };

struct Case {
  std::string id;
  std::string kind;  ///< first part of the id: "gemm", "memory", …; for collectives and the step docs/record.md
  std::map<std::string, ParameterValue> parameters;
  std::string definition;  ///< hash of workload, work model, data kind, cache state, timing method: a change starts a
                           ///< new series
  Work work;
  Better better = Better::lower;
  std::vector<Round> rounds;
  std::optional<Metric> metric{};       ///< imported cases only; absent: the figures are times
  std::optional<MetricUnit> derived{};  ///< of a metric that bench/derived made; never in a record's file
};

/// Where an imported record comes from: another tool measured it, and roofgate read what that tool wrote.
struct Provenance {
  std::string format;    ///< "nccl-tests": name of the reader
  std::string tool;      ///< as far as the file says: "nccl-tests 2.17.1"
  std::string file;      ///< name without folders
  std::string content;   ///< fingerprint of the file: the same file is never two nights
  std::string sample;    ///< what one sample is: "mean of 20 iterations after 5 of warm-up, average over ranks"
  std::string dated_by;  ///< what `started_at` rests on: "the file", "its name", "its modification time"
};

struct ToolInfo {
  std::string version;
  std::string git_revision;
  std::string build_type;
};

struct Record {
  std::string id;           ///< unique: UTC stamp and random suffix
  std::string started_at;   ///< UTC, ISO 8601
  std::string finished_at;  ///< empty while rounds are missing
  ToolInfo tool;
  Environment environment;
  std::string suite;
  int rounds_planned = 0;
  std::map<std::string, std::string> notes;  ///< "made_minutes_apart": "true" and the like
  std::vector<PlacedWorld> worlds;           ///< of collectives and the step; may be empty
  std::vector<Case> cases;                   ///< in suite order, ids unique
  std::optional<Provenance> imported{};      ///< present: measured by another tool; suite is "imported-<format>"
};

/// Imported records have suites of their own, so that they never share a baseline with what roofgate measured.
inline constexpr std::string_view kImportedSuitePrefix = "imported-";

/// The figure as its tool gave it, from what `time_s` holds. `measured` has a metric.
[[nodiscard]] double metric_value(const Case& measured, double time_s);

[[nodiscard]] std::string_view name_of(MarkKind kind);
[[nodiscard]] std::string_view name_of(StopReason reason);
[[nodiscard]] std::string_view name_of(Subject subject);
[[nodiscard]] std::string_view name_of(MetricUnit unit);  ///< "s", "1", "s/B"

/// True if no round carries a mark and at least one has samples.
[[nodiscard]] bool is_clean(const Case& measured);

}  // namespace roofgate
