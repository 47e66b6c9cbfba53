#include "bench/baseline/baseline_check.hpp"

#include <gmock/gmock.h>

#include "bench/baseline/baseline_json.hpp"
#include "bench/record/atomic_file.hpp"
#include "tests/bench/baseline/sample_baseline.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

constexpr auto kNow = "2026-12-01T00:00:00Z";
constexpr auto kCopy = "memory/copy/bytes1048576";

void expect_one_doubt(const Baseline& baseline, const std::string& place, const std::string& what) {
  const auto doubts = doubts_of(baseline, kNow);
  ASSERT_EQ(doubts.size(), 1U);
  EXPECT_THAT(doubts[0].place, testing::HasSubstr(place));
  EXPECT_THAT(doubts[0].what, testing::HasSubstr(what));
  EXPECT_FALSE(doubts[0].hint.empty());
}

TEST(DoubtsOf, HealthyNightsRaiseNone) {
  EXPECT_TRUE(doubts_of(make_sample_baseline(8), kNow).empty());
  EXPECT_TRUE(doubts_of(make_sample_baseline(1), kNow).empty());
  EXPECT_TRUE(doubts_of(make_sample_baseline(0), kNow).empty());
}

TEST(DoubtsOf, ANightFarFromItsNeighbours) {
  for (const double factor : {0.45, 2.1}) {
    Baseline baseline = make_sample_baseline(5);
    for (double& time : baseline.nights[3].cases[kCopy].round_location) time *= factor;
    expect_one_doubt(baseline, "night 2026-11-13T02:00:00Z (record3), case memory/copy/bytes1048576",
                     factor > 1 ? "it took 2.1 times as long" : "it took 0.45 times as long");
  }
}

TEST(DoubtsOf, AnotherDefinitionIsNoNeighbour) {
  Baseline baseline = make_sample_baseline(5);
  for (std::size_t i = 3; i < 5; ++i) {
    CaseNight& copy = baseline.nights[i].cases[kCopy];
    copy.definition = "changed";
    for (double& time : copy.round_location) time *= 10.0;
  }
  EXPECT_TRUE(doubts_of(baseline, kNow).empty());
}

TEST(DoubtsOf, AnAcceptedChangeStartsASeriesWhoseNightsAreComparedToo) {
  Baseline baseline = make_sample_baseline(6);
  for (std::size_t i = 2; i < 6; ++i) {
    for (double& time : baseline.nights[i].cases[kCopy].round_location) time *= 10.0;
  }
  EXPECT_EQ(doubts_of(baseline, kNow).size(), 2U) << "the two fast nights are far from the four slow ones";
  baseline.nights[2].accepted_losses[kCopy] = "ECC is on now";
  EXPECT_TRUE(doubts_of(baseline, kNow).empty());
  for (double& time : baseline.nights[1].cases[kCopy].round_location) time *= 3.0;
  EXPECT_EQ(doubts_of(baseline, kNow).size(), 2U) << "two nights of the older stretch disagree";
}

TEST(DoubtsOf, ConfusedUnits) {
  Baseline baseline = make_sample_baseline(1);
  baseline.nights[0].cases[kCopy].clock_hz = 1755.0;
  expect_one_doubt(baseline, kCopy, "its clock is 1755 Hz");
  baseline.nights[0].cases[kCopy].clock_hz = 1.755e9;
  baseline.nights[0].cases[kCopy].round_location = {123456.0};
  expect_one_doubt(baseline, kCopy, "a round took 123456 s");
}

TEST(DoubtsOf, DatesThatCannotBe) {
  Baseline baseline = make_sample_baseline(1);
  baseline.nights[0].accepted_at = "2026-11-10T01:00:00Z";
  expect_one_doubt(baseline, "night 2026-11-10T02:00:00Z (record0)", "before it was measured");
  baseline.nights[0].date = baseline.nights[0].accepted_at = "2027-01-01T00:00:00Z";
  expect_one_doubt(baseline, "record0", "its date is after today");
}

class CheckBaselines : public ScratchFolder {};

TEST_F(CheckBaselines, GoesOnAfterAnUnreadableFile) {
  std::filesystem::create_directories(folder_ / "sample-machine");
  ASSERT_TRUE(replace_file(folder_ / "sample-machine" / "broken.json", "{"));
  ASSERT_TRUE(replace_file(folder_ / "sample-machine" / "full.json", to_json_text(make_sample_baseline(1))));
  ASSERT_TRUE(replace_file(folder_ / "sample-machine" / "quick.json", to_json_text(make_sample_baseline(2))));
  const auto checked = check_baselines(folder_, kNow);
  ASSERT_TRUE(checked);
  ASSERT_EQ(checked->size(), 3U);
  EXPECT_THAT(to_string((*checked)[0].baseline.error()), testing::HasSubstr("broken.json: /: not valid JSON"));
  EXPECT_THAT(to_string((*checked)[1].baseline.error()), testing::HasSubstr("says it belongs to sample-machine/quick"));
  EXPECT_TRUE((*checked)[2].baseline);
}

TEST_F(CheckBaselines, AMissingFolderIsAnError) { EXPECT_FALSE(check_baselines(folder_ / "no", kNow)); }

}  // namespace
}  // namespace roofgate
