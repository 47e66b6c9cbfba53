#include "bench/report/activity_ladder.hpp"

#include <gmock/gmock.h>

#include "bench/report/render.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Case watched(Subject subject, Activity activity, double power_w) {
  Case measured;
  measured.id = "case";
  measured.work.subject = subject;
  Round round;
  round.telemetry.activity = std::move(activity);
  round.telemetry.power_median = Watts{power_w};
  round.telemetry.power_limit = Watts{700.0};
  round.telemetry.window = Seconds{2.0};
  round.telemetry.sampling_cost = Seconds{0.01};
  measured.rounds = {round};
  return measured;
}

Activity counters(double resident, double active, double dram, double tensor) {
  return Activity{"nvml_gpm", Ratio{resident}, Ratio{active}, Ratio{0.25}, Ratio{dram}, Ratio{tensor}, {}};
}

std::string wrong(const Case& measured) { return disagreement(activity_ladder(measured), measured.work.subject); }

TEST(ActivityLadder, ABusyProductAgrees) {
  EXPECT_EQ(wrong(watched(Subject::flops, counters(1.0, 0.98, 0.3, 0.82), 690)), "");
}

TEST(ActivityLadder, OneBlockIsNotADevice) {
  EXPECT_THAT(wrong(watched(Subject::flops, counters(1.0, 0.01, 0.0, 0.0), 130)),
              HasSubstr("SM active disagrees: a kernel was resident 100"));
}

TEST(ActivityLadder, ASpinningKernelDrawsLittle) {
  EXPECT_THAT(wrong(watched(Subject::link_bytes, counters(1.0, 0.95, 0.0, 0.0), 150)),
              HasSubstr("Power disagrees: a kernel was resident 100"));
}

TEST(ActivityLadder, AnEmptyKernelMayDrawLittle) {
  EXPECT_EQ(wrong(watched(Subject::latency, counters(1.0, 0.95, 0.0, 0.0), 150)), "");
}

TEST(ActivityLadder, AProductWithoutTheTensorPipe) {
  EXPECT_THAT(wrong(watched(Subject::flops, counters(1.0, 0.98, 0.3, 0.05), 500)),
              HasSubstr("The tensor pipe disagrees"));
}

TEST(ActivityLadder, ACopyOutOfACache) {
  EXPECT_THAT(wrong(watched(Subject::bytes, counters(1.0, 0.98, 0.1, 0.0), 500)), HasSubstr("DRAM disagrees"));
}

TEST(ActivityLadder, UtilizationAloneIsCheckedAgainstPower) {
  Activity plain;
  plain.source = "nvml";
  plain.kernel_resident = Ratio{1.0};
  EXPECT_THAT(wrong(watched(Subject::flops, plain, 100)), HasSubstr("Power disagrees"));
  EXPECT_EQ(wrong(watched(Subject::flops, plain, 600)), "");
}

TEST(ActivityLadder, AnAbsentRungIsShownAsNotAvailable) {
  Activity plain;
  plain.source = "nvml";
  plain.kernel_resident = Ratio{1.0};
  Document document;
  append_activity(document, watched(Subject::flops, plain, 600));
  const std::string text = render_markdown(document);
  EXPECT_THAT(text, HasSubstr("| tensor pipe busy | not available |"));
  EXPECT_THAT(text, HasSubstr("600 of 700 W"));
  EXPECT_THAT(text, HasSubstr("the liveness signal"));
  EXPECT_THAT(text, HasSubstr("No rung that was read disagrees"));
  EXPECT_THAT(text, HasSubstr("Asking the driver took 0.5 % of the time"));
}

TEST(ActivityLadder, EachRungNamesWhoCounted) {
  const auto told = [](const std::string& source) {
    Activity activity = counters(1.0, 0.98, 0.3, 0.82);
    activity.source = source;
    Document document;
    append_activity(document, watched(Subject::flops, activity, 690));
    return render_markdown(document);
  };
  EXPECT_THAT(told("nvml_gpm"), HasSubstr("| SM active | 98.0 % | GPM |"));
  EXPECT_THAT(told("dcgm"), HasSubstr("| kernel resident | 100.0 % | DCGM |"));
  EXPECT_THAT(told("nvml+dcgm"), HasSubstr("| kernel resident | 100.0 % | NVML |"));
  EXPECT_THAT(told("nvml+dcgm"), HasSubstr("| tensor pipe busy | 82.0 % | DCGM |"));
  EXPECT_THAT(told("nvml+dcgm"), HasSubstr("| NVLink | not available | - |"));
}

TEST(ActivityLadder, MediansOverRounds) {
  Case measured = watched(Subject::flops, counters(1.0, 0.9, 0.3, 0.8), 690);
  measured.rounds.push_back(watched(Subject::flops, counters(1.0, 0.5, 0.3, 0.1), 300).rounds.front());
  measured.rounds.push_back(measured.rounds.front());
  EXPECT_EQ(activity_ladder(measured).activity.sm_active, Ratio{0.9});
  EXPECT_EQ(activity_ladder(measured).power, Watts{690.0});
}

TEST(ActivityLadder, TheHostHasNone) {
  Case measured = watched(Subject::flops, {}, 100);
  measured.rounds[0].telemetry.activity.reset();
  Document document;
  append_activity(document, measured);
  EXPECT_TRUE(document.blocks.empty());
}

}  // namespace
}  // namespace roofgate
