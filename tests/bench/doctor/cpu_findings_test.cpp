#include "bench/doctor/cpu_findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

TEST(CpuFindings, ASilentKernelGivesNone) {
  const FakeMachine machine;
  EXPECT_TRUE(cpu_findings(machine.files(), {0, 1}).empty());
}

TEST(CpuFindings, AGovernorThatWaitsForLoad) {
  const FakeMachine machine;
  machine.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "schedutil\n");
  machine.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
  const auto findings = cpu_findings(machine.files(), {0, 1});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].gravity, Gravity::warning);
  EXPECT_EQ(findings[0].what, "frequency governor 'schedutil' on 1 CPUs");
  EXPECT_THAT(findings[0].advice, HasSubstr("cpupower frequency-set -g performance"));
}

TEST(CpuFindings, BoostByEitherDriver) {
  const FakeMachine intel;
  intel.write("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  EXPECT_EQ(cpu_findings(intel.files(), {0}).at(0).what, "boost clocks are on");
  intel.write("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  EXPECT_TRUE(cpu_findings(intel.files(), {0}).empty());
  const FakeMachine amd;
  amd.write("sys/devices/system/cpu/cpufreq/boost", "1\n");
  EXPECT_EQ(cpu_findings(amd.files(), {0}).at(0).gravity, Gravity::note);
}

TEST(CpuFindings, SharedCoresAndQuota) {
  const FakeMachine machine;
  machine.write("sys/devices/system/cpu/smt/active", "1\n");
  machine.write("proc/self/cgroup", "0::/\n");
  machine.write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
  machine.write("sys/fs/cgroup/cpu.max", "50000 100000\n");
  const auto findings = cpu_findings(machine.files(), {0, 1});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].what, "hardware threads share cores (SMT)");
  EXPECT_EQ(findings[1].what, "a CPU quota of 0.50 CPUs on 2 visible ones");
  EXPECT_EQ(findings[1].gravity, Gravity::warning);
}

}  // namespace
}  // namespace roofgate
