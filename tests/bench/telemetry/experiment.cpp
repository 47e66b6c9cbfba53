// What docs/telemetry.md's limits and costs were measured with. Not a test: its figures are of the machine it runs on.
//   telemetry_experiment contention SHARE   two windows of each iteration length beside a rival that is busy SHARE of
//                                           the time (0: none)
//   telemetry_experiment cost               iterations with and without a sampler beside them, in turn
#include <fmt/format.h>
#include <omp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "bench/telemetry/affinity.hpp"
#include "bench/telemetry/cpu_sensors.hpp"
#include "bench/telemetry/host_telemetry.hpp"
#include "bench/telemetry/periodic_sampler.hpp"
#include "bench/telemetry/sample_summary.hpp"
#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>{Clock::now() - start}.count(); }

/// The same work on every thread of the team: the iteration ends with the last one.
void iterate(long rounds) {
#pragma omp parallel
  {
    double chain = omp_get_thread_num();
    for (long round = 0; round < rounds; ++round) chain = chain * 0.999 + 0.5;
    volatile double kept = chain;
    static_cast<void>(kept);
  }
}

double time_of(long rounds) {
  const auto start = Clock::now();
  iterate(rounds);
  return seconds_since(start);
}

/// Rounds that take `seconds` undisturbed: from the fastest of some tries.
long rounds_for(double seconds) {
  constexpr long kTry = 1'000'000;
  double fastest = 1.0;
  for (int i = 0; i < 20; ++i) fastest = std::min(fastest, time_of(kTry));
  return std::max(1L, static_cast<long>(seconds / fastest * kTry));
}

std::vector<double> times_within(double window_s, long rounds) {
  std::vector<double> times;
  for (const auto start = Clock::now(); seconds_since(start) < window_s;) times.push_back(time_of(rounds));
  return times;
}

/// A process that is busy for `share` of every 50 ms until its parent ends.
pid_t start_rival(double share) {
  const pid_t rival = ::fork();
  if (rival != 0) return rival;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  constexpr double kPeriod = 0.05;
  for (;;) {
    for (const auto start = Clock::now(); seconds_since(start) < share * kPeriod;) {
    }
    std::this_thread::sleep_for(std::chrono::duration<double>{(1.0 - share) * kPeriod});
  }
}

std::string percent(const std::optional<Ratio>& share) {
  return share ? fmt::format("{:.1f} %", 100.0 * share->value()) : std::string{"-"};
}

void contention(double share) {
  const pid_t rival = share > 0 ? start_rival(share) : 0;  // before the team's threads exist
  const auto source = make_host_telemetry();
  fmt::print("{:>9}  {:>8}  {:>7}  {:>12}  {:>9}  marks\n", "iteration", "slowdown", "steal", "foreign load",
             "run delay");
  for (const double length : {0.0005, 0.005, 0.05}) {
    const long rounds = rounds_for(length);
    for (int window = 0; window < 2; ++window) {
      source->begin();
      std::vector<double> times = times_within(1.0, rounds);
      const TelemetrySummary seen = source->end();
      const double slowdown = *median_of(times) / length;
      fmt::print("{:>6.1f} ms  {:>8.3f}  {:>7}  {:>12}  {:>9}  {}\n", 1e3 * length, slowdown, percent(seen.steal),
                 percent(seen.foreign_load), percent(seen.run_delay), marks_of(seen, ValidityLimits{}).size());
    }
  }
  if (rival > 0) {
    ::kill(rival, SIGKILL);
    ::waitpid(rival, nullptr, 0);
  }
}

void cost() {
  const auto source = make_host_telemetry();
  std::vector<double> readings;
  for (int i = 0; i < 200; ++i) {
    const auto start = Clock::now();
    source->begin();
    static_cast<void>(source->end());
    readings.push_back(seconds_since(start));
  }
  fmt::print("begin and end of the host source, outside what is timed: {:.0f} us (median of 200)\n",
             1e6 * *median_of(readings));

  FakeMachine machine;  // one frequency per CPU and one sensor: most virtual machines have none to read
  for (const int cpu : affinity_cpus()) {
    machine.write(fmt::format("sys/devices/system/cpu/cpu{}/cpufreq/scaling_cur_freq", cpu), "3000000\n");
  }
  const CpuSensors sensors{machine.files(), affinity_cpus()};
  const long rounds = rounds_for(0.0005);
  for (const double period : {0.1, 0.05, 0.02}) {
    PeriodicSampler sampler{[&sensors] { static_cast<void>(sensors.frequency()); }, Seconds{period}};
    std::vector<double> ratios;
    for (int pair = 0; pair < 30; ++pair) {
      const double without = *median_of(times_within(0.1, rounds));
      sampler.start();
      const double with = *median_of(times_within(0.1, rounds));
      sampler.stop();
      ratios.push_back(with / without);
    }
    fmt::print("a sampler every {:.0f} ms: iterations take {:.4f} of the time without (median of 30 pairs)\n",
               1e3 * period, *median_of(ratios));
  }
}

}  // namespace
}  // namespace roofgate

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "contention" && argc == 3) {
    roofgate::contention(std::clamp(std::atof(argv[2]), 0.0, 1.0));
  } else if (what == "cost" && argc == 2) {
    roofgate::cost();
  } else {
    fmt::print(stderr, "telemetry_experiment contention SHARE | cost\n");
    return 2;
  }
  return 0;
}
