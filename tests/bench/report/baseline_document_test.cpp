#include "bench/report/baseline_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/report/render.hpp"
#include "tests/bench/baseline/sample_baseline.hpp"
#include "tests/bench/report/golden_file.hpp"

namespace roofgate {
namespace {

constexpr auto kCopy = "memory/copy/bytes1048576";
constexpr auto kGemm = "gemm/bf16/tn/m64n64k64/align64/first";

Baseline make_eventful_baseline() {
  Baseline baseline = make_sample_baseline(4);
  baseline.nights[0].made_minutes_apart = true;
  baseline.nights[1].software["driver"] = "580.82";
  baseline.nights[2].software = {{"driver", "580.82"}, {"nccl", "2.27.3"}};
  baseline.nights[2].accepted_losses[kCopy] = "ECC is on now";
  baseline.nights[2].cases[kCopy].round_location = {1.5e-4};
  baseline.nights[3].cases[kGemm].definition = "d3";
  return baseline;
}

std::vector<CheckedBaseline> make_checked() {
  std::vector<CheckedBaseline> checked;
  checked.push_back({"baselines/a-machine/quick.json", make_sample_baseline(14), {}});
  checked.push_back({"baselines/b-machine/full.json",
                     fail(ErrorKind::input, "not valid JSON: parse error at line 1, column 2",
                          "baselines/b-machine/full.json: /", "it was cut short"),
                     {}});
  checked.push_back({"baselines/c-machine/quick.json",
                     make_sample_baseline(1),
                     {{"night 2026-11-10T02:00:00Z (record0)", "its date is after today", "was the clock right?"}}});
  return checked;
}

std::string text_of(const Document& document) { return render_terminal(document, {}); }

TEST(BaselineDocument, Show) {
  expect_golden(text_of(baseline_document(make_eventful_baseline(), "2026-11-29")), "baseline.txt");
}

TEST(BaselineDocument, History) {
  const Baseline baseline = make_eventful_baseline();
  expect_golden(text_of(baseline_case_document(baseline, kCopy)) + text_of(baseline_case_document(baseline, kGemm)),
                "baseline_history.txt");
}

TEST(BaselineDocument, ListAndVerify) {
  expect_golden(text_of(baseline_list_document("baselines", make_checked(), "2026-11-29")) +
                    text_of(baseline_check_document("baselines", make_checked())),
                "baseline_check.txt");
}

TEST(BaselineDocument, AnEmptyFolderSaysWhatToDo) {
  EXPECT_THAT(text_of(baseline_list_document("baselines", {}, "2026-11-29")),
              testing::AllOf(testing::HasSubstr("No baselines in baselines."), testing::HasSubstr("roofgate nightly")));
}

TEST(BaselineDocument, Promotion) {
  Promotion accepted;
  accepted.night = make_sample_night(0);
  accepted.accepted = {{kCopy, "ECC is on now"}};
  accepted.left_out = {{"allreduce/bf16/in_place/bytes8/ranks2", "1 of 5 rounds are clean: contended (steal 12 %)."}};
  accepted.held_back = {{kCopy, "-12.0 % and undecided. Run it again."}};
  accepted.joined = {{kCopy, "Not decided in 3 suspect nights: the oldest joined the reference."}};
  Promotion refused;
  refused.refusals = {
      {ExitStatus::cannot_judge, "the record is unfinished.", "complete it", {{kCopy, "1 of 2 rounds are missing."}}},
      {ExitStatus::regression, "the night is slower than the baseline.", "", {}}};
  for (int i = 0; i < 23; ++i) refused.refusals[1].cases.push_back({"case" + std::to_string(i), "-3 %."});
  expect_golden(text_of(promotion_document(accepted, "baselines/a-machine/quick.json", 3)) +
                    text_of(promotion_document(refused, "baselines/a-machine/quick.json", 2)),
                "baseline_promotion.txt");
}

TEST(BaselineDocument, WhatIsWatchedIsNamedUpToAFewCases) {
  EXPECT_TRUE(watched_document({}, 3).blocks.empty());
  Promotion promotion;
  for (int i = 0; i < 5; ++i) promotion.held_back.push_back({"case" + std::to_string(i), "-12.0 % and undecided."});
  const std::string text = text_of(watched_document(promotion, 3));
  EXPECT_THAT(text, testing::HasSubstr("Held back: 5 cases, watched until the next nights decide."));
  EXPECT_THAT(text, testing::HasSubstr("case2  -12.0 % and undecided."));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("case3")));
  EXPECT_THAT(text, testing::HasSubstr("and 2 more"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("Joined")));
}

}  // namespace
}  // namespace roofgate
