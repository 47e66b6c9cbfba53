// Not a test: times one allreduce by our method and by that of the OSU micro-benchmarks in turn, in one run, and prints
// the ratio for each size. docs/measurement.md has its figures and the command.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
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

/// osu_allreduce's loop (7.x): a barrier, one call, its time on each rank. Here the slowest rank of each repeat.
Result<void> osu_turn(Workload& workload, World& world, std::vector<double>& times) {
  for (int repeat = 0; repeat < kOsuRepeats; ++repeat) {
    if (auto together = world.barrier(); !together) return together;
    const double begin = MPI_Wtime();
    if (auto launched = workload.launch(0); !launched) return launched;
    const auto all = world.all_gather(MPI_Wtime() - begin);
    if (!all) return fail(all.error());
    times.push_back(*std::max_element(all->begin(), all->end()));
  }
  return {};
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
  std::vector<double> ours, single, osu;
  for (int block = 0; block < kBlocks; ++block) {
    for (auto [count, into] : {std::pair{iterations, &ours}, std::pair{std::size_t{1}, &single}}) {
      const auto sample = sampler.take(count);
      if (!sample) return fail(sample.error());
      into->push_back(sample->time.value());
    }
    if (auto done = osu_turn(**workload, world, osu); !done) return done;
  }
  if (world.rank() == 0) {
    std::cout << fmt::format("{:>9}  {:9.2f}  {:5}  {:9.2f}  {:9.2f}  {:6.3f}  {:6.3f}\n", bytes, median(ours) * 1e6,
                             iterations, median(single) * 1e6, median(osu) * 1e6, median(ours) / median(osu),
                             median(single) / median(osu))
              << std::flush;
  }
  return {};
}

Result<void> compare_all(World& world) {
  const auto platform = make_host_platform(HostContext{});
  if (world.rank() == 0) {
    std::cout << "    bytes  ours (us)  batch  one (us)   OSU (us)   ours/OSU  one/OSU\n";
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
