#include "bench/telemetry/proc_counters.hpp"

#include <gmock/gmock.h>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using ::testing::IsEmpty;

// 100 ticks a second, as Linux shows user space on every architecture we build for.
TEST(ProcCounters, CpuTimeIsOfTheAskedCpus) {
  FakeMachine machine;
  machine.write("proc/stat",
                "cpu  999 0 0 0 0 0 0 0 0 0\n"
                "cpu0 100 10 50 1000 20 3 7 30 5 0\n"
                "cpu1 200 0 0 500 0 0 0 40 0 0\n"
                "cpu2 900 0 0 0 0 0 0 900 0 0\n"
                "intr 1 2 3\n");
  const auto time = cpu_time(machine.files(), {0, 1});
  ASSERT_TRUE(time);
  EXPECT_DOUBLE_EQ(time->busy.value(), 3.7) << "user, nice, system, irq, softirq; guest is inside user";
  EXPECT_DOUBLE_EQ(time->idle.value(), 15.2);
  EXPECT_DOUBLE_EQ(time->stolen.value(), 0.7);
  EXPECT_FALSE(cpu_time(machine.files(), {7}));
}

TEST(ProcCounters, NothingToReadIsAbsent) {
  FakeMachine machine;
  EXPECT_FALSE(cpu_time(machine.files(), {0}));
  EXPECT_FALSE(process_time(machine.files(), {0}));
  EXPECT_THAT(thread_times(machine.files()), IsEmpty());
  EXPECT_FALSE(involuntary_switches(machine.files()));
  EXPECT_FALSE(thermal_events(machine.files(), {0}));
}

TEST(ProcCounters, ProcessTimeIsBehindAnyCommandName) {
  FakeMachine machine;
  machine.write("proc/self/stat", "42 (a) b (c) S 1 1 1 0 -1 4194304 10 0 0 0 150 50 0 0 20 0 2 0 100 1 1\n");
  machine.write("proc/43/stat", "43 (rank) R 1 1 1 0 -1 4194304 10 0 0 0 100 0 7 7 20 0 2 0 100 1 1\n");
  EXPECT_EQ(process_time(machine.files(), {0}), Seconds{2.0});
  EXPECT_EQ(process_time(machine.files(), {0, 43}), Seconds{3.0});
  EXPECT_EQ(process_time(machine.files(), {0, 99}), Seconds{2.0}) << "a rank that ended";
}

TEST(ProcCounters, ThreadsAreReadByNanoseconds) {
  FakeMachine machine;
  machine.write("proc/self/task/42/schedstat", "2000000000 500000000 12\n");
  machine.write("proc/self/task/43/schedstat", "1000000 0 3\n");
  const auto times = thread_times(machine.files());
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times.at(42).running, Seconds{2.0});
  EXPECT_EQ(times.at(42).waiting, Seconds{0.5});
}

TEST(ProcCounters, SwitchesAreSummedOverThreads) {
  FakeMachine machine;
  machine.write("proc/self/task/42/status",
                "Name:\tx\nvoluntary_ctxt_switches:\t100\nnonvoluntary_ctxt_switches:\t7\n");
  machine.write("proc/self/task/43/status", "nonvoluntary_ctxt_switches:\t5\n");
  EXPECT_EQ(involuntary_switches(machine.files()), 12.0);
}

TEST(ProcCounters, APackagesThrottlingCountsOnce) {
  FakeMachine machine;
  for (int cpu = 0; cpu < 4; ++cpu) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu);
    machine.write(folder + "/thermal_throttle/core_throttle_count", std::to_string(cpu) + "\n");
    machine.write(folder + "/thermal_throttle/package_throttle_count", cpu < 2 ? "10\n" : "20\n");
    machine.write(folder + "/topology/physical_package_id", cpu < 2 ? "0\n" : "1\n");
  }
  EXPECT_EQ(thermal_events(machine.files(), {0, 1, 2, 3}), 0.0 + 1 + 2 + 3 + 10 + 20);
  EXPECT_EQ(thermal_events(machine.files(), {0, 1}), 0.0 + 1 + 10);
}

TEST(ProcCounters, ThisProcessHasUsedTime) { EXPECT_TRUE(process_time(MachineFiles{}, {0})); }

}  // namespace
}  // namespace roofgate
