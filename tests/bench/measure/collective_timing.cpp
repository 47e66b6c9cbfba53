// Not a test: times one allreduce by our method and by that of the OSU micro-benchmarks in turn, in one run, and prints
// the ratio for each size, and what OSU's figure holds beside the call. Ranks on one node. docs/measurement.md has its
// figures and the command.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "bench/measure/batching.hpp"
#include "bench/measure/sampler.hpp"
#include "bench/stats/quantile.hpp"
#include "kernels/collective/host_collective.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/host/host_platform.hpp"

namespace roofgate {
namespace {

constexpr int kBlocks = 40;          // turns of each method
constexpr int kOsuRepeats = 25;      // in a turn
constexpr double kOurRegion = 2e-4;  // seconds in a sample, as kMinCollectiveRegion

/// Of one repeat after a barrier.
struct Single {
  double slowest = 0.0;    ///< OSU's: of each rank the time from its own start; the slowest rank's
  double from_last = 0.0;  ///< from the last rank's start to the last rank's end
};

/// The clock that all processes of a node share.
double now_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// What a region without anything in it takes: the cost of reading the clock.
double empty_region() {
  std::vector<double> times(1001);
  for (double& time : times) {
    const double begin = now_s();
    time = now_s() - begin;
  }
  return median(times);
}

/// osu_allreduce's loop (7.x): a barrier, one call, its time on each rank.
Result<void> osu_turn(Workload& workload, World& world, std::vector<Single>& repeats) {
  for (int repeat = 0; repeat < kOsuRepeats; ++repeat) {
    if (auto together = world.barrier(); !together) return together;
    const double begin = now_s();
    if (auto launched = workload.launch(0); !launched) return launched;
    const double end = now_s();
    const auto begins = world.all_gather(begin);
    if (!begins) return fail(begins.error());
    const auto ends = world.all_gather(end);
    if (!ends) return fail(ends.error());
    Single one;
    for (std::size_t rank = 0; rank < ends->size(); ++rank) {
      one.slowest = std::max(one.slowest, (*ends)[rank] - (*begins)[rank]);
    }
    one.from_last = *std::max_element(ends->begin(), ends->end()) - *std::max_element(begins->begin(), begins->end());
    repeats.push_back(one);
  }
  return {};
}

double median_of(const std::vector<Single>& repeats, double Single::*field) {
  std::vector<double> values;
  for (const Single& one : repeats) values.push_back(one.*field);
  return median(values);
}

Result<void> compare(std::int64_t bytes, World& world, Platform& platform) {
  CollectiveSpec spec;
  spec.dtype = DType::fp32;
  spec.bytes = bytes;
  spec.ranks = world.size();
  HostContext context;
  context.cache = CacheState::warm;
  auto workload = make_host_collective(spec, context, world);
  if (!workload) return fail(workload.error());
  Sampler sampler{**workload, platform, world, false};
  auto first = sampler.take(10);
  if (!first) return fail(first.error());
  const std::size_t iterations = iterations_in(Seconds{kOurRegion}, first->time);
  std::vector<double> ours, single;
  std::vector<Single> osu;
  for (int block = 0; block < kBlocks; ++block) {
    for (auto [count, into] : {std::pair{iterations, &ours}, std::pair{std::size_t{1}, &single}}) {
      const auto sample = sampler.take(count);
      if (!sample) return fail(sample.error());
      into->push_back(sample->time.value());
    }
    if (auto done = osu_turn(**workload, world, osu); !done) return done;
  }
  if (world.rank() == 0) {
    const double slowest = median_of(osu, &Single::slowest);
    const double call = median_of(osu, &Single::from_last) - empty_region();
    std::cout << fmt::format("{:>9}  {:9.2f}  {:5}  {:9.2f}  {:9.2f}  {:8.3f}  {:7.3f}  {:9.2f}  {:9.3f}\n", bytes,
                             median(ours) * 1e6, iterations, median(single) * 1e6, slowest * 1e6,
                             median(ours) / slowest, median(single) / slowest, call * 1e6, median(ours) / call)
              << std::flush;
  }
  return {};
}

Result<void> compare_all(World& world) {
  const auto platform = make_host_platform(HostContext{});
  if (world.rank() == 0) {
    std::cout << "    bytes  ours (us)  batch   one (us)   OSU (us)  ours/OSU  one/OSU  call (us)  ours/call\n";
  }
  for (const std::int64_t bytes : {8, 1024, 65536, 1 << 20, 16 << 20}) {
    if (auto done = compare(bytes, world, *platform); !done) return done;
  }
  return {};
}

}  // namespace
}  // namespace roofgate

int main() {
  auto world = roofgate::make_mpi_world();
  if (!world) {
    std::cerr << roofgate::to_string(world.error()) << '\n';
    return 3;
  }
  if (const auto done = roofgate::compare_all(**world); !done) {
    std::cerr << roofgate::to_string(done.error()) << '\n';
    return 3;
  }
  return 0;
}
