#include "kernels/host/threads.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

namespace roofgate {
namespace {

/// A CPU set of any size: cpu_set_t stops at 1024.
class CpuSet {
 public:
  CpuSet() { CPU_ZERO_S(size(), get()); }
  void add(int cpu) { CPU_SET_S(static_cast<std::size_t>(cpu), size(), get()); }
  [[nodiscard]] bool has(int cpu) const { return CPU_ISSET_S(static_cast<std::size_t>(cpu), size(), get()) != 0; }
  [[nodiscard]] cpu_set_t* get() const { return set_.get(); }
  [[nodiscard]] static std::size_t size() { return CPU_ALLOC_SIZE(kMaxCpus); }

  static constexpr int kMaxCpus = 8192;  // Linux's NR_CPUS limit on x86-64

 private:
  struct Free {
    void operator()(cpu_set_t* set) const { CPU_FREE(set); }
  };
  std::unique_ptr<cpu_set_t, Free> set_{CPU_ALLOC(kMaxCpus)};
};

std::vector<int> read_allowed_cpus() {
  const CpuSet set;
  std::vector<int> cpus;
  if (sched_getaffinity(0, CpuSet::size(), set.get()) == 0) {
    for (int cpu = 0; cpu < CpuSet::kMaxCpus; ++cpu) {
      if (set.has(cpu)) cpus.push_back(cpu);
    }
  }
  if (cpus.empty()) cpus.push_back(0);
  return cpus;
}

bool user_placed_threads() {
  constexpr const char* kVariables[] = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  return std::any_of(std::begin(kVariables), std::end(kVariables),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

// Failure is harmless: the thread stays where the system puts it.
void run_on(const std::vector<int>& cpus) {
  CpuSet set;
  for (const int cpu : cpus) set.add(cpu);
  sched_setaffinity(0, CpuSet::size(), set.get());
}

int first_sibling(int cpu) {
  std::ifstream in{fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu)};
  std::string list;
  std::getline(in, list);
  const int first = first_of_cpu_list(list);
  return first < 0 ? cpu : first;
}

// Read when the program starts, before anything pins its main thread.
const std::vector<int> kAllowedCpus = read_allowed_cpus();

}  // namespace

const std::vector<int>& allowed_cpus() { return kAllowedCpus; }

int first_of_cpu_list(std::string_view list) {
  int cpu = -1;
  std::from_chars(list.data(), list.data() + list.size(), cpu);
  return cpu;
}

std::vector<int> placement_order() {
  std::vector<int> first_threads;
  std::vector<int> second_threads;
  std::vector<int> seen_cores;
  for (const int cpu : allowed_cpus()) {
    const int core = first_sibling(cpu);
    const bool is_new = std::find(seen_cores.begin(), seen_cores.end(), core) == seen_cores.end();
    (is_new ? first_threads : second_threads).push_back(cpu);
    if (is_new) seen_cores.push_back(core);
  }
  first_threads.insert(first_threads.end(), second_threads.begin(), second_threads.end());
  return first_threads;
}

std::vector<int> team_cpus(int threads, int first) {
  const std::vector<int> order = placement_order();
  if (user_placed_threads() || static_cast<std::size_t>(threads) > order.size()) return {};
  std::vector<int> cpus;
  for (int thread = 0; thread < threads; ++thread) {
    cpus.push_back(order[static_cast<std::size_t>(first + thread) % order.size()]);
  }
  return cpus;
}

void set_up_team(int threads, int first) {
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
  const std::vector<int> cpus = team_cpus(threads, first);
  // Also without pinning: the team exists before anything is timed.
#pragma omp parallel num_threads(threads)
  if (!cpus.empty()) run_on({cpus[static_cast<std::size_t>(omp_get_thread_num())]});
}

void unpin_this_thread() { run_on(allowed_cpus()); }

void run_empty_region(int threads) {
  // GCC removes a region without a statement.
#pragma omp parallel num_threads(threads)
  asm volatile("" : : : "memory");
}

Slice slice_of(std::size_t total, int part, int parts, std::size_t granule) {
  const std::size_t granules = (total + granule - 1) / granule;
  const auto cut = [&](int index) {
    return std::min(total, granules * static_cast<std::size_t>(index) / static_cast<std::size_t>(parts) * granule);
  };
  return Slice{cut(part), cut(part + 1)};
}

}  // namespace roofgate
