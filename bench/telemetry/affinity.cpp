#include "bench/telemetry/affinity.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace roofgate {
namespace {

std::vector<int> cpus_of_places() {
  std::vector<int> cpus;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> ids(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    if (!ids.empty()) omp_get_place_proc_ids(place, ids.data());
    cpus.insert(cpus.end(), ids.begin(), ids.end());
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

std::vector<int> cpus_of_mask() {
  // The mask grows until the kernel accepts it: machines with more than 1024 logical CPUs exist (sched_setaffinity(2)).
  std::vector<int> cpus;
  for (int most = CPU_SETSIZE; most <= (1 << 20) && cpus.empty(); most *= 2) {
    cpu_set_t* const mask = CPU_ALLOC(static_cast<std::size_t>(most));
    if (mask == nullptr) break;
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(most));
    if (sched_getaffinity(0, bytes, mask) == 0) {
      for (int cpu = 0; cpu < most; ++cpu) {
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, mask)) cpus.push_back(cpu);
      }
    }
    CPU_FREE(mask);
  }
  return cpus;
}

}  // namespace

std::vector<int> affinity_cpus() {
  std::vector<int> cpus = cpus_of_places();
  if (cpus.empty()) cpus = cpus_of_mask();
  if (cpus.empty()) {
    cpus.resize(std::max(1U, std::thread::hardware_concurrency()));
    std::iota(cpus.begin(), cpus.end(), 0);
  }
  return cpus;
}

}  // namespace roofgate
