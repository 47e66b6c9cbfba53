#include "bench/report/annotations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace roofgate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Verdict verdict(const std::string& id, VerdictKind kind) {
  Verdict verdict;
  verdict.case_id = id;
  verdict.kind = kind;
  verdict.reasons = {{"rule", "First sentence.", {}}, {"rule", "100 % of it.", {}}};
  return verdict;
}

GateResult judged(std::vector<Verdict> verdicts) {
  GateResult result;
  result.verdicts = std::move(verdicts);
  return result;
}

TEST(Annotations, AFindingIsOneCommandWithItsFiguresAndReasons) {
  Verdict bad = verdict("gemm/a", VerdictKind::regressed);
  bad.change = 0.1;
  bad.change_low = 0.09;
  bad.change_high = 0.11;
  bad.smallest_detectable_loss = 0.009;
  EXPECT_EQ(render_annotations(judged({bad})),
            "::error title=roofgate%3A regressed::gemm/a -9.5 %25 [-10.4, -8.6], could see 0.9 %25%0AFirst "
            "sentence.%0A100 %25 of it.\n");
}

TEST(Annotations, LevelsFollowTheExitStatus) {
  const std::string text =
      render_annotations(judged({verdict("a", VerdictKind::wrong_result), verdict("b", VerdictKind::vanished),
                                 verdict("c", VerdictKind::inconclusive), verdict("d", VerdictKind::xfail),
                                 verdict("e", VerdictKind::pass), verdict("f", VerdictKind::improved)}));
  EXPECT_THAT(text, StartsWith("::error title=roofgate%3A wrong_result::a"));
  EXPECT_THAT(text, HasSubstr("::error title=roofgate%3A vanished::b"));
  EXPECT_THAT(text, HasSubstr("::warning title=roofgate%3A inconclusive::c"));
  EXPECT_THAT(text, HasSubstr("::notice title=roofgate%3A xfail::d"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  GateResult passed = judged({verdict("e", VerdictKind::pass)});
  passed.status = ExitStatus::pass;
  EXPECT_EQ(render_annotations(passed), "");
}

TEST(Annotations, NoNameStartsACommandOfItsOwn) {
  const std::string text =
      render_annotations(judged({verdict("a\n::error::gotcha\r\x1b[31m%0A::", VerdictKind::regressed)}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, HasSubstr("%250A")) << "what looked escaped is text";
}

TEST(Annotations, WhatARunnerWouldDropIsCounted) {
  GateResult result;
  for (int i = 0; i < 30; ++i) result.verdicts.push_back(verdict(fmt::format("case{}", i), VerdictKind::regressed));
  const std::string text = render_annotations(result);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_THAT(text, HasSubstr("::error title=roofgate%3A and more::21 more of this level: the report has them all."));
}

}  // namespace
}  // namespace roofgate
