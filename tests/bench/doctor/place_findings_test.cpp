#include "bench/doctor/place_findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(PlaceFindings, AFolderNeedNotExistButItsParentMustTakeIt) {
  EXPECT_THAT(folder_findings(testing::TempDir() + "/not/there/yet"), IsEmpty());
  const auto findings = folder_findings("/proc/runs");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].gravity, Gravity::blocker);
  EXPECT_THAT(findings[0].what, HasSubstr("/proc/runs cannot be written"));
}

TEST(PlaceFindings, LittleMemory) {
  const FakeMachine machine;
  EXPECT_THAT(memory_findings(machine.files()), IsEmpty());
  machine.write("proc/meminfo", "MemTotal:       4000000 kB\nMemAvailable:    1048576 kB\n");
  const auto findings = memory_findings(machine.files());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].what, "1024 MiB of memory are available");
  machine.write("proc/meminfo", "MemAvailable:    9048576 kB\n");
  EXPECT_THAT(memory_findings(machine.files()), IsEmpty());
}

}  // namespace
}  // namespace roofgate
