#include "bench/doctor/dump_findings.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/bench/telemetry_dump/dump_text.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

const std::string kHeader =
    "index, name, clocks.sm, clocks.max.sm, power.draw, power.limit, utilization.gpu, pstate, "
    "clocks_event_reasons.active\n";

std::string row(int device, int clock, double power, int utilisation, const char* state = "P0", int reasons = 0) {
  return fmt::format("{}, NVIDIA H200, {}, 1980, {}, 700, {}, {}, {:#x}\n", device, clock, power, utilisation, state,
                     reasons);
}

/// The sentences of one gravity, joined.
std::string told(const std::string& rows, Gravity gravity) {
  std::string text;
  for (const Finding& finding : dump_findings(good_dump(kHeader + rows))) {
    if (finding.gravity == gravity) text += finding.what + " | " + finding.advice + "\n";
  }
  return text;
}

TEST(DumpFindings, ARankAtASixthOfItsNeighboursPowerIsStalled) {
  std::string rows;
  for (int sweep = 0; sweep < 3; ++sweep) {
    for (int device = 0; device < 8; ++device) rows += row(device, 1755, device == 5 ? 112 : 680, 100);
  }
  const std::string stops = told(rows, Gravity::blocker);
  EXPECT_THAT(stops,
              HasSubstr("device 5 (NVIDIA H200): 90 % utilised or more at 112 W, 0.16 of the 680 W beside it, in "
                        "3 of 3 looks | a kernel that is resident and does next to nothing: stalled"));
  EXPECT_EQ(std::count(stops.begin(), stops.end(), '\n'), 1);
}

TEST(DumpFindings, WhereMostSpinTheyWaitForTheOneThatWorks) {
  std::string rows;
  for (int device = 0; device < 4; ++device) rows += row(device, 1755, device == 2 ? 650 : 120, 100);
  const std::string stops = told(rows, Gravity::blocker);
  EXPECT_THAT(stops, HasSubstr("for the devices that still work"));
  EXPECT_THAT(stops, testing::Not(HasSubstr("device 2")));
}

TEST(DumpFindings, HealthyNeighboursAreNotStalled) {
  std::string rows;
  for (int device = 0; device < 8; ++device) rows += row(device, 1755, 640 + 8 * device, 100);
  rows += row(0, 345, 75, 0, "P8") + row(1, 1755, 600, 100);
  EXPECT_EQ(told(rows, Gravity::blocker), "");
}

TEST(DumpFindings, APowerCapAtRestIsNoThrottling) {
  const std::string rows = row(0, 345, 18, 0, "P8", 0x4);
  EXPECT_EQ(told(rows, Gravity::blocker), "");
  EXPECT_THAT(told(rows, Gravity::note), HasSubstr("sw_power_cap in 1 idle samples"));
  EXPECT_THAT(told(rows, Gravity::note), HasSubstr("nothing ran on any device"));
}

TEST(DumpFindings, APowerCapUnderLoadIsANoteWithDrawLimitAndClock) {
  std::string rows;
  for (int i = 0; i < 20; ++i) rows += row(0, 1505, 698, 100, "P0", i == 0 ? 0 : 0x4);
  EXPECT_EQ(told(rows, Gravity::blocker), "");
  EXPECT_THAT(told(rows, Gravity::note),
              HasSubstr("sw_power_cap in 19 of 20 busy samples, 698 W of a 700 W limit, clock "
                        "1505 of 1980 MHz | its own limit, not a fault"));
}

TEST(DumpFindings, APowerBrakeStopsEvenAtRest) {
  const std::string stops = told(row(0, 86, 68, 0, "P0", 0x88), Gravity::blocker);
  EXPECT_THAT(stops, HasSubstr("hw_slowdown, hw_power_brake_slowdown in 1 of 1 samples"));
  EXPECT_THAT(stops, HasSubstr("look at the supplies"));
}

TEST(DumpFindings, OneSlowdownInPassingMeansNothing) {
  EXPECT_EQ(told(row(0, 1700, 600, 99, "P0", 0x8) + row(0, 1700, 600, 99), Gravity::blocker), "");
  EXPECT_THAT(told(row(0, 1700, 600, 99, "P0", 0x8) + row(0, 1700, 600, 99, "P0", 0x8), Gravity::blocker),
              HasSubstr("hw_slowdown in 2 of 2"));
}

TEST(DumpFindings, AClockStuckUnderLoadIsNamed) {
  EXPECT_THAT(told(row(0, 132, 160, 100), Gravity::blocker),
              HasSubstr("the clock stood at 132 MHz, 7 % of 1980 MHz, at 90 % utilisation or more"));
  EXPECT_EQ(told(row(0, 132, 160, 3), Gravity::blocker), "") << "at rest it is one";
}

TEST(DumpFindings, AClockThatFallsUnderLoadIsAWarning) {
  std::string rows;
  for (int i = 0; i < 12; ++i) rows += row(0, i < 4 ? 1965 : 1580, 690, 100);
  EXPECT_THAT(told(rows, Gravity::warning), HasSubstr("the busy clock fell from 1965 to 1580 MHz"));
}

TEST(DumpFindings, ADeviceWithALowerLimitThanItsKindIsAWarning) {
  const auto findings =
      dump_findings(good_dump("index, name, power.draw, power.limit, utilization.gpu\n"
                              "0, B, 300, 700, 100\n1, B, 300, 500, 100\n2, B, 300, 700, 100\n"));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].what, "device 1 (B): power limit 500 W where most of its kind have 700 W");
}

TEST(DumpFindings, UncorrectedErrorsStop) {
  const auto findings =
      dump_findings(good_dump("index, utilization.gpu, ecc.errors.uncorrected.volatile.total\n0, 50, 3\n"));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].gravity, Gravity::blocker);
  EXPECT_EQ(findings[0].what, "device 0: 3 uncorrected memory errors (ECC)");
}

}  // namespace
}  // namespace roofgate
