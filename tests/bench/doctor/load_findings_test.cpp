#include "bench/doctor/load_findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

/// One line of /proc/<pid>/stat with a user time in ticks.
std::string stat_line(int pid, const std::string& name, long ticks) {
  return std::to_string(pid) + " (" + name + ") R 1 1 1 0 -1 0 0 0 0 0 " + std::to_string(ticks) +
         " 0 0 0 20 0 1 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n";
}

TEST(LoadFindings, ShowsWhoWorksAndHowMuchIsStolen) {
  const long second = sysconf(_SC_CLK_TCK);
  const auto line = [&](const char* cpu, long user, long idle, long steal) {
    return std::string{cpu} + " " + std::to_string(user * second / 10) + " 0 0 " + std::to_string(idle * second / 10) +
           " 0 0 0 " + std::to_string(steal * second / 10) + " 0 0\n";
  };
  const FakeMachine machine;
  machine.write("proc/stat", line("cpu", 20, 20, 0) + line("cpu0", 10, 10, 0) + line("cpu1", 10, 10, 0));
  machine.write("proc/77/stat", stat_line(77, "cc1plus", 5 * second));
  machine.write("proc/77/comm", "cc1plus\n");
  machine.write("proc/78/stat", stat_line(78, "quiet", 5 * second));
  const LoadSample sample = sample_load(machine.files(), {0, 1}, [&] {
    // One second passes: CPU 0 works for 77, CPU 1 is idle but for 0.2 s that were stolen.
    machine.write("proc/stat", line("cpu", 30, 28, 2) + line("cpu0", 20, 10, 0) + line("cpu1", 10, 18, 2));
    machine.write("proc/77/stat", stat_line(77, "cc1plus", 6 * second));
  });
  EXPECT_NEAR(sample.busy.value(), 0.5, 1e-9);
  EXPECT_NEAR(sample.stolen.value(), 0.1, 1e-9);
  ASSERT_EQ(sample.busiest.size(), 1U);
  EXPECT_EQ(sample.busiest[0].pid, 77);
  const auto findings = load_findings(sample);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].what, "other work uses 50 % of the CPUs now: cc1plus (pid 77, 100 % of a CPU)");
  EXPECT_THAT(findings[0].advice, HasSubstr("more than 5 %"));
  EXPECT_EQ(findings[1].what, "the hypervisor gives 10 % of the CPU time to others");
}

TEST(LoadFindings, AQuietOrSilentMachineGivesNone) {
  const FakeMachine machine;
  EXPECT_TRUE(load_findings(sample_load(machine.files(), {0}, [] {})).empty());
  EXPECT_TRUE(load_findings({Ratio{0.05}, Ratio{0.001}, {}}).empty());
}

}  // namespace
}  // namespace roofgate
