#include "bench/telemetry/host_telemetry.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "bench/telemetry/affinity.hpp"
#include "bench/telemetry/cgroup.hpp"
#include "bench/telemetry/cpu_sensors.hpp"
#include "bench/telemetry/periodic_sampler.hpp"
#include "bench/telemetry/proc_counters.hpp"
#include "bench/telemetry/sample_summary.hpp"

namespace roofgate {
namespace {

// /proc/stat counts ticks of 10 ms: in a shorter window one tick of noise would be more than the limits.
constexpr Seconds kShortestForTicks{0.5};  // of CPU time: 250 ms on two CPUs

// Threads that only sleep and watch wait for a CPU whenever they wake: they are not what is measured.
constexpr double kWorkingShare = 0.1;

Seconds steady_now() {
  return Seconds{std::chrono::duration<double>{std::chrono::steady_clock::now().time_since_epoch()}.count()};
}

struct Reading {
  Seconds at;
  std::optional<CpuTime> cpus;
  std::optional<Seconds> own;
  std::map<int, ThreadTime> threads;
  std::optional<double> switches;
  std::optional<Seconds> pressure;
  std::optional<Seconds> stopped;
  std::optional<double> thermal;
};

std::optional<Ratio> share(std::optional<Seconds> before, std::optional<Seconds> after, Seconds window) {
  if (!before || !after) return std::nullopt;
  return std::max(Ratio{}, (*after - *before) / window);
}

std::optional<double> growth(std::optional<double> before, std::optional<double> after) {
  if (!before || !after) return std::nullopt;
  return std::max(0.0, *after - *before);  // threads that ended took their counts with them
}

/// Of the most delayed thread that worked: a parallel region ends with its last thread.
std::optional<Ratio> run_delay(const Reading& before, const Reading& after, Seconds window) {
  std::optional<Ratio> longest;
  for (const auto& [id, now] : after.threads) {
    const auto found = before.threads.find(id);
    if (found == before.threads.end()) continue;
    if ((now.running - found->second.running) < window * kWorkingShare) continue;
    longest = std::max(longest.value_or(Ratio{}), (now.waiting - found->second.waiting) / window);
  }
  return longest;
}

class HostTelemetry final : public TelemetrySource {
 public:
  explicit HostTelemetry(HostTelemetryOptions options)
      : options_{std::move(options)}, sensors_{options_.files, options_.cpus} {
    if (sensors_.has_frequency() || sensors_.has_temperature()) {
      sampler_ = std::make_unique<PeriodicSampler>([this] { sample(); }, options_.period);
    }
  }

  void begin() override {
    frequencies_.clear();
    temperatures_.clear();
    before_ = read();
    if (sampler_) sampler_->start();
  }

  [[nodiscard]] TelemetrySummary end() override {
    const Reading after = read();
    if (sampler_) sampler_->stop();
    TelemetrySummary summary = compare(before_, after);
    summary.clock_min = smallest_of(frequencies_);
    summary.clock_median = median_of(frequencies_);
    summary.clock_max = largest_of(frequencies_);
    summary.temperature_max = largest_of(temperatures_);
    summary.sample_count = static_cast<double>(std::max(frequencies_.size(), temperatures_.size()));
    return summary;
  }

  [[nodiscard]] std::vector<std::string> gaps() const override {
    const Reading now = read();
    std::vector<std::string> gaps;
    if (!now.cpus) gaps.emplace_back("CPU steal and foreign load: /proc/stat cannot be read");
    if (now.threads.empty()) gaps.emplace_back("run delay: this kernel keeps no /proc/self/schedstat");
    if (!now.pressure) gaps.emplace_back("CPU pressure: this kernel keeps no PSI (boot with psi=1)");
    if (!sensors_.has_frequency()) gaps.emplace_back("CPU frequency: no cpufreq here, as on most virtual machines");
    if (!sensors_.has_temperature()) gaps.emplace_back("CPU temperature: no sensor of a CPU is shown here");
    if (!now.thermal) gaps.emplace_back("CPU thermal throttling: this kernel counts none here");
    return gaps;
  }

 private:
  [[nodiscard]] Reading read() const {
    const MachineFiles& files = options_.files;
    Reading reading;
    reading.at = options_.now();
    reading.cpus = cpu_time(files, options_.cpus);
    reading.own = process_time(files, options_.own_pids);
    reading.threads = thread_times(files);
    reading.switches = involuntary_switches(files);
    reading.pressure = pressure_time(files);
    reading.stopped = quota_stopped_time(files);
    reading.thermal = thermal_events(files, options_.cpus);
    return reading;
  }

  void sample() {
    if (const auto frequency = sensors_.frequency()) frequencies_.push_back(*frequency);
    if (const auto temperature = sensors_.temperature()) temperatures_.push_back(*temperature);
  }

  [[nodiscard]] TelemetrySummary compare(const Reading& before, const Reading& after) const {
    TelemetrySummary summary;
    const Seconds window = after.at - before.at;
    if (window <= Seconds{}) return summary;
    summary.window = window;
    summary.pressure = share(before.pressure, after.pressure, window);
    summary.quota_throttled = share(before.stopped, after.stopped, window);
    summary.run_delay = run_delay(before, after, window);
    summary.involuntary_switches = growth(before.switches, after.switches);
    summary.thermal_events = growth(before.thermal, after.thermal);
    add_shares_of_ticks(before, after, window * static_cast<double>(options_.cpus.size()), summary);
    return summary;
  }

  /// `wall`: of all our CPUs.
  static void add_shares_of_ticks(const Reading& before, const Reading& after, Seconds wall,
                                  TelemetrySummary& summary) {
    if (!before.cpus || !after.cpus || wall < kShortestForTicks) return;
    const Seconds busy = after.cpus->busy - before.cpus->busy;
    const Seconds stolen = after.cpus->stolen - before.cpus->stolen;
    const Seconds idle = after.cpus->idle - before.cpus->idle;
    if (busy + stolen + idle <= Seconds{}) return;  // a sandbox that shows a /proc/stat of constants
    summary.steal = std::max(Ratio{}, stolen / wall);
    if (before.own && after.own) {
      summary.foreign_load = std::max(Ratio{}, (busy - (*after.own - *before.own)) / wall);
    }
  }

  HostTelemetryOptions options_;
  CpuSensors sensors_;
  Reading before_;
  std::vector<Hertz> frequencies_;            // written by the sampler's thread while it runs
  std::vector<Celsius> temperatures_;         // likewise
  std::unique_ptr<PeriodicSampler> sampler_;  // last: its thread ends before what it writes
};

}  // namespace

std::unique_ptr<TelemetrySource> make_host_telemetry(HostTelemetryOptions options) {
  if (options.cpus.empty()) options.cpus = affinity_cpus();
  if (!options.now) options.now = steady_now;
  return std::make_unique<HostTelemetry>(std::move(options));
}

}  // namespace roofgate
