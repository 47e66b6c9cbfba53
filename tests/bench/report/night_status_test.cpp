// Results pages and the exit status say the same: red if and only if the night is no pass, whatever it is made of.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "bench/gate/cause.hpp"
#include "bench/gate/judge.hpp"
#include "bench/gate/night_verdict.hpp"
#include "bench/report/annotations.hpp"
#include "bench/report/junit.hpp"

namespace roofgate {
namespace {

constexpr std::array kKinds{VerdictKind::pass,      VerdictKind::improved,     VerdictKind::drift,
                            VerdictKind::regressed, VerdictKind::inconclusive, VerdictKind::no_baseline,
                            VerdictKind::vanished,  VerdictKind::invalid,      VerdictKind::wrong_result,
                            VerdictKind::skipped,   VerdictKind::xfail};

/// One verdict of each kind whose bit is set, and the status that they have together.
GateResult night_of(unsigned kinds, bool is_finished, bool is_in_doubt, const Policy& policy) {
  GateResult result;
  result.hardware_key = "host";
  result.suite = "quick";
  result.record_is_finished = is_finished;
  result.is_in_doubt = is_in_doubt;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if ((kinds >> i & 1U) == 0) continue;
    Verdict verdict;
    verdict.case_id = fmt::format("memory/case{}", i);
    verdict.kind = kKinds[i];
    const bool is_compared = i < 5;
    if (is_compared) verdict.change = verdict.change_low = verdict.change_high = 0.01;
    result.verdicts.push_back(verdict);
  }
  sort_worst_first(result.verdicts);
  result.status = exit_status_of(result, policy);
  return result;
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

void expect_told(const GateResult& result, const std::string& junit, const std::string& annotations) {
  const bool is_pass = result.status == ExitStatus::pass;
  ASSERT_EQ(is_pass, !has(junit, "<failure") && !has(junit, "<error")) << junit;
  const std::string counts = junit.substr(0, junit.find("<testsuite "));
  ASSERT_EQ(is_pass, has(counts, R"(failures="0" errors="0")")) << junit;
  if (is_pass) {
    ASSERT_FALSE(has(annotations, "::error")) << annotations;
  } else {
    ASSERT_TRUE(has(annotations, "::error") || has(annotations, "::warning")) << junit;
  }
}

TEST(NightStatus, ReportsAreRedIfAndOnlyIfTheNightIsNoPass) {
  int passes = 0;
  for (unsigned kinds = 0; kinds < 1U << kKinds.size(); ++kinds) {
    for (unsigned rules = 0; rules < 16; ++rules) {
      Policy policy;
      policy.inconclusive_fails = (rules & 1U) != 0;
      policy.no_baseline_fails = (rules & 2U) != 0;
      const GateResult result = night_of(kinds, (rules & 4U) != 0, (rules & 8U) != 0, policy);
      passes += result.status == ExitStatus::pass ? 1 : 0;
      ASSERT_NO_FATAL_FAILURE(expect_told(result, render_junit(result), render_annotations(result)));
    }
  }
  EXPECT_GT(passes, 100) << "both directions are tried";
}

/// Whatever decided it: a comparison's findings, or a place beside the judged one.
TEST(NightStatus, AStatusThatNoCaseExplainsIsTold) {
  for (const ExitStatus status : {ExitStatus::pass, ExitStatus::regression, ExitStatus::usage, ExitStatus::cannot_judge,
                                  ExitStatus::wrong_result}) {
    GateResult result = night_of(1, true, false, {});
    result.status = status;
    ASSERT_NO_FATAL_FAILURE(expect_told(result, render_junit(result), render_annotations(result)));
    NightVerdict night{{{"n1", result}, {"n2", night_of(1, true, false, {})}}, {}};
    ASSERT_EQ(night.status(), status);
    ASSERT_NO_FATAL_FAILURE(expect_told(result, render_junit(night), render_annotations(result)));
  }
  GateResult whole = night_of(1, true, false, {});
  NightVerdict absent{{{"n1", whole}}, {"n2: its latest run is of 2026-11-01"}};
  whole.status = absent.status();
  ASSERT_NO_FATAL_FAILURE(expect_told(whole, render_junit(absent), render_unjudged_annotations(absent)));
}

TEST(NightStatus, ACommandThatJudgedNothingIsAnError) {
  const Error error{ErrorKind::measurement, "holds no run", "n1.log", "measure again"};
  const std::string text = render_failure_annotation(error);
  EXPECT_EQ(text.find("::error title=roofgate%3A cannot judge (exit status 3)::"), 0U) << text;
  EXPECT_TRUE(has(text, "holds no run")) << text;
  EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
}

TEST(NightStatus, TheSentenceIsInTheReport) {
  GateResult result = night_of(1, true, false, {});
  result.status = ExitStatus::cannot_judge;
  result.common = {{"files_lost", "1 file of after holds no run.", {{kBlocks, 1.0}}}};
  const std::string junit = render_junit(result);
  EXPECT_TRUE(has(junit, R"(<testcase classname="roofgate" name="night">)")) << junit;
  EXPECT_TRUE(has(junit, R"(<error message="1 file of after holds no run." type="exit status 3")")) << junit;
  EXPECT_TRUE(has(junit, R"(tests="2" failures="0" errors="1" skipped="0")")) << junit;
  EXPECT_EQ(render_annotations(result), "::error title=roofgate%3A night::1 file of after holds no run.\n");
}

}  // namespace
}  // namespace roofgate
