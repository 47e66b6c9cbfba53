#include "bench/telemetry/cgroup.hpp"

#include <gmock/gmock.h>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using ::testing::ElementsAre;

TEST(Cgroup, Version2WalksFromTheInnermostGroupOut) {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "0::/kubepods/pod1\n");
  machine.write("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
  EXPECT_THAT(cgroup_folders(machine.files(), "cpu"),
              ElementsAre("sys/fs/cgroup/kubepods/pod1", "sys/fs/cgroup/kubepods", "sys/fs/cgroup"));
}

TEST(Cgroup, Version1UsesTheControllersOwnMount) {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "4:memory:/job\n2:cpu,cpuacct:/\n");
  machine.write("sys/fs/cgroup/cpu,cpuacct/cpu.shares", "1024\n");
  EXPECT_THAT(cgroup_folders(machine.files(), "cpu"), ElementsAre("sys/fs/cgroup/cpu,cpuacct"));
  EXPECT_THAT(cgroup_folders(machine.files(), "memory"),
              ElementsAre("sys/fs/cgroup/memory/job", "sys/fs/cgroup/memory"));
}

TEST(Cgroup, AGroupPathNeverLeavesTheMount) {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "0::/../../etc\n");
  EXPECT_THAT(cgroup_folders(machine.files(), "cpu"), ElementsAre("sys/fs/cgroup/unified"));
}

TEST(Cgroup, TheTightestQuotaCounts) {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "0::/outer/inner\n");
  machine.write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
  machine.write("sys/fs/cgroup/outer/cpu.max", "150000 100000\n");
  machine.write("sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  EXPECT_EQ(cpu_quota(machine.files()), 1.5);
  machine.write("sys/fs/cgroup/outer/inner/cpu.max", "50000 100000\n");
  EXPECT_EQ(cpu_quota(machine.files()), 0.5);
}

TEST(Cgroup, Version1Quota) {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "1:cpu:/\n");
  machine.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  machine.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_FALSE(cpu_quota(machine.files()));
  machine.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "400000\n");
  EXPECT_EQ(cpu_quota(machine.files()), 4.0);
}

TEST(Cgroup, MemoryLimitOrNone) {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "4:memory:/\n");
  machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_FALSE(memory_limit(machine.files()));
  machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
  EXPECT_EQ(memory_limit(machine.files()), Bytes{1073741824.0});
}

TEST(Cgroup, TimeStoppedByAQuotaInBothVersions) {
  FakeMachine machine;
  machine.write("proc/self/cgroup", "0::/\n");
  machine.write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
  machine.write("sys/fs/cgroup/cpu.stat", "usage_usec 9\nnr_throttled 3\nthrottled_usec 2500000\n");
  EXPECT_FALSE(quota_stopped_time(machine.files())) << "without a quota nothing can be stopped";
  machine.write("sys/fs/cgroup/cpu.max", "100000 100000\n");
  EXPECT_EQ(quota_stopped_time(machine.files()), Seconds{2.5});

  FakeMachine older;
  older.write("proc/self/cgroup", "1:cpu:/\n");
  older.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
  older.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  older.write("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 10\nnr_throttled 3\nthrottled_time 1500000000\n");
  EXPECT_EQ(quota_stopped_time(older.files()), Seconds{1.5});
}

TEST(Cgroup, PressureOfOurGroupBeforeTheMachines) {
  FakeMachine machine;
  EXPECT_FALSE(pressure_time(machine.files()));
  machine.write("proc/pressure/cpu", "some avg10=1.98 avg60=1.47 avg300=1.12 total=11850131\nfull avg10=0 total=7\n");
  EXPECT_EQ(pressure_time(machine.files()), Seconds{11850131e-6});
  machine.write("proc/self/cgroup", "0::/job\n");
  machine.write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
  machine.write("sys/fs/cgroup/job/cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000000\n");
  EXPECT_EQ(pressure_time(machine.files()), Seconds{1.0});
}

}  // namespace
}  // namespace roofgate
