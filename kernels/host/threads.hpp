// The OpenMP team of the host kernels: its size, its places, and each thread's share of an array.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace roofgate {

/// CPUs this process may run on (affinity of the process, not of a pinned thread), ascending.
[[nodiscard]] const std::vector<int>& allowed_cpus();

/// The order in which threads take CPUs: every core once before any core's second hardware thread.
[[nodiscard]] std::vector<int> placement_order();

/// The CPUs of a team of `threads` that begins at place `first`, which wraps around; empty where set_up_team would not
/// pin.
[[nodiscard]] std::vector<int> team_cpus(int threads, int first);

/// Makes OpenMP regions of this thread use `threads` threads and pins thread i to place `first` + i, so that data stays
/// near the thread that touched it first. Processes that share CPUs begin at different places. Does not pin where the
/// user placed threads (OMP_PROC_BIND, OMP_PLACES, GOMP_CPU_AFFINITY, KMP_AFFINITY) or asks for more threads than CPUs.
/// The calling thread is pinned too, and threads it makes inherit that: they call `unpin_this_thread`.
void set_up_team(int threads, int first = 0);

/// Lets the calling thread run on every CPU in `allowed_cpus` again.
void unpin_this_thread();

/// Starts and ends one empty parallel region. Afterwards the team spins for a while before it sleeps, so that a region
/// that follows at once finds it awake.
void run_empty_region(int threads);

struct Slice {
  std::size_t begin;
  std::size_t end;
};

/// Part `part` of `parts` of `total` elements: contiguous, cut at multiples of `granule`, sizes as even as that allows.
[[nodiscard]] Slice slice_of(std::size_t total, int part, int parts, std::size_t granule);

/// First CPU of a kernel list such as "0-3,8" or "0,4"; -1 if there is none.
[[nodiscard]] int first_of_cpu_list(std::string_view list);

}  // namespace roofgate
