#include "kernels/host/threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <vector>

namespace roofgate {
namespace {

TEST(SliceOf, CoversEveryElementOnce) {
  for (const std::size_t total : {0UL, 1UL, 63UL, 64UL, 65UL, 1000UL, 4096UL, 100'003UL}) {
    for (const int parts : {1, 2, 3, 7, 64}) {
      for (const std::size_t granule : {1UL, 64UL, 256UL}) {
        std::size_t next = 0;
        for (int part = 0; part < parts; ++part) {
          const Slice slice = slice_of(total, part, parts, granule);
          ASSERT_EQ(slice.begin, next);
          ASSERT_LE(slice.begin, slice.end);
          ASSERT_TRUE(slice.begin % granule == 0 || slice.begin == total);
          next = slice.end;
        }
        ASSERT_EQ(next, total) << parts << " parts of " << total;
      }
    }
  }
}

TEST(SliceOf, PartsDifferByOneGranuleAtMost) {
  std::vector<std::size_t> sizes;
  for (int part = 0; part < 7; ++part) {
    const Slice slice = slice_of(64 * 100, part, 7, 64);
    sizes.push_back(slice.end - slice.begin);
  }
  EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()) - *std::min_element(sizes.begin(), sizes.end()), 64U);
}

TEST(CpuList, ReadsTheFirst) {
  EXPECT_EQ(first_of_cpu_list("0-3,8"), 0);
  EXPECT_EQ(first_of_cpu_list("12,44"), 12);
  EXPECT_EQ(first_of_cpu_list(""), -1);
}

TEST(Placement, EveryAllowedCpuOnce) {
  std::vector<int> order = placement_order();
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, allowed_cpus());
}

TEST(Team, HasTheThreadsThatWereAskedForEachOnItsOwnCpu) {
  const auto threads = static_cast<int>(allowed_cpus().size());
  set_up_team(threads);
  std::vector<int> cpus(static_cast<std::size_t>(threads), -1);
  int seen = 0;
#pragma omp parallel
  {
#pragma omp single
    seen = omp_get_num_threads();
    cpus[static_cast<std::size_t>(omp_get_thread_num())] = sched_getcpu();
  }
  EXPECT_EQ(seen, threads);
  if (std::getenv("OMP_PROC_BIND") == nullptr && std::getenv("OMP_PLACES") == nullptr) {
    EXPECT_THAT(cpus, testing::ElementsAreArray(placement_order()));
  }
  unpin_this_thread();
  cpu_set_t set;
  ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  EXPECT_EQ(CPU_COUNT(&set), static_cast<int>(allowed_cpus().size()));
}

TEST(Team, MoreThreadsThanCpusRunUnpinned) {
  const auto threads = static_cast<int>(allowed_cpus().size()) + 1;
  std::thread{[&] {
    set_up_team(threads);
    int seen = 0;
#pragma omp parallel
#pragma omp single
    seen = omp_get_num_threads();
    EXPECT_EQ(seen, threads);
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    EXPECT_EQ(CPU_COUNT(&set), static_cast<int>(allowed_cpus().size()));
  }}.join();
}

}  // namespace
}  // namespace roofgate
