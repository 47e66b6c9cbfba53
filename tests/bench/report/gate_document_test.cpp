#include "bench/report/gate_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/report/gate_json.hpp"
#include "bench/report/render.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Verdict verdict(const std::string& id, VerdictKind kind, double change) {
  Verdict verdict;
  verdict.case_id = id;
  verdict.kind = kind;
  verdict.change = change;
  verdict.change_low = change - 0.005;
  verdict.change_high = change + 0.005;
  verdict.q_value = kind == VerdictKind::regressed ? 3e-9 : 0.5;
  verdict.tolerance = 0.02;
  verdict.smallest_detectable_loss = 0.009;
  verdict.smallest_failing_loss = 0.025;
  verdict.baseline_nights = 14;
  return verdict;
}

GateResult night(std::vector<Verdict> verdicts, ExitStatus status) {
  GateResult result;
  result.record_id = "r1";
  result.hardware_key = "h200-x8";
  result.suite = "nightly";
  result.baseline_nights = 14;
  result.baseline_first = "2026-11-12T02:00:00Z";
  result.baseline_last = "2026-11-28T02:00:00Z";
  result.verdicts = std::move(verdicts);
  result.record_is_finished = true;
  result.status = status;
  return result;
}

GateResult red_night() {
  Verdict bad = verdict("gemm/bf16/tn/m4096n4096k4100/align4/first", VerdictKind::regressed, 0.377);
  bad.reasons = {{"algorithm_changed", "cuBLASLt chose another algorithm (66 -> 21).", {{"changed_keys", 1}}},
                 {"best_unchanged", "`best` did not change.", {}}};
  Verdict open = verdict("launch/empty", VerdictKind::inconclusive, 0.01);
  open.rounds_to_decide = 3;
  open.smallest_detectable_loss = 0.038;
  return night({bad, open, verdict("memory/copy", VerdictKind::pass, 0.0)}, ExitStatus::regression);
}

std::string text_of(const GateResult& result, GateDetail detail = GateDetail::brief) {
  return render_terminal(gate_document(result, detail), {});
}

TEST(GateDocument, AGreenNightIsOneLineAndWhatItCouldSee) {
  const std::vector<Verdict> passes(60, verdict("memory/copy", VerdictKind::pass, 0.0));
  EXPECT_EQ(
      text_of(night(passes, ExitStatus::pass)),
      "pass: 60 pass · baseline h200-x8/nightly · 14 nights, 2026-11-12 to 2026-11-28 · 60 cases\n"
      "Smallest loss this night could see: 0.9 % (median case), 0.9 % (worst: memory/copy); one that fails it: 2.5 "
      "%\n");
}

TEST(GateDocument, TheWorstComesFirstWithItsIntervalAndReasons) {
  EXPECT_EQ(
      text_of(red_night()),
      "baseline h200-x8/nightly · 14 nights, 2026-11-12 to 2026-11-28 · 3 cases\n"
      "REGRESSED     gemm/bf16/tn/m4096n4096k4100/align4/first   -31.4 % [-31.8, -31.1]   tolerance 2.0 %, could see "
      "0.9 %, q 3e-09\n"
      "    cuBLASLt chose another algorithm (66 -> 21).\n"
      "    `best` did not change.\n"
      "inconclusive  launch/empty   -1.0 % [-1.5, -0.5]   tolerance 2.0 %, could see 3.8 %, 3 more rounds would "
      "decide\n"
      "regression (exit status 1): 1 regressed · 1 inconclusive · 1 pass\n"
      "Smallest loss this night could see: 0.9 % (median case), 3.8 % (worst: launch/empty); one that fails it: 2.5 "
      "%\n");
}

TEST(GateDocument, ABadNightIsNeverMoreThanAScreenUnasked) {
  std::vector<Verdict> verdicts;
  for (const VerdictKind kind : {VerdictKind::wrong_result, VerdictKind::regressed, VerdictKind::vanished,
                                 VerdictKind::invalid, VerdictKind::inconclusive, VerdictKind::no_baseline,
                                 VerdictKind::drift, VerdictKind::xfail, VerdictKind::improved}) {
    for (int i = 0; i < 100; ++i) {
      verdicts.push_back(verdict("case" + std::to_string(i), kind, 0.1));
      verdicts.back().reasons.assign(6, Reason{"rule", "A reason " + std::to_string(i) + ".", {}});
    }
  }
  const std::string text = text_of(night(verdicts, ExitStatus::wrong_result));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 50);
  EXPECT_THAT(text, HasSubstr("and 95 more regressed: --all shows them"));
  EXPECT_THAT(text_of(night(verdicts, ExitStatus::wrong_result), GateDetail::full), Not(HasSubstr("more regressed")));
}

TEST(GateDocument, OneReasonForManyCasesIsSaidOnce) {
  std::vector<Verdict> verdicts(60);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    verdicts[i].case_id = "case" + std::to_string(i);
    verdicts[i].kind = VerdictKind::no_baseline;
    verdicts[i].reasons = {{"no_baseline", "There is no baseline.", {}}};
  }
  GateResult result = night(verdicts, ExitStatus::cannot_judge);
  result.baseline_nights = 0;
  EXPECT_EQ(text_of(result),
            "no usable baseline for h200-x8/nightly · 60 cases\n"
            "no_baseline   60 cases\n"
            "    There is no baseline.\n"
            "cannot judge (exit status 3): 60 no_baseline\n");
}

TEST(GateDocument, AllShowsEveryCaseWithItsInterval) {
  const std::string text = text_of(red_night(), GateDetail::full);
  EXPECT_THAT(text, HasSubstr("memory/copy"));
  EXPECT_THAT(text, HasSubstr("[-0.5, +0.5] %"));
  EXPECT_THAT(text, HasSubstr("could see"));
}

TEST(GateDocument, AVeryBadNightFitsACommentAndKeepsItsCounts) {
  GateResult result = red_night();
  Verdict bad = result.verdicts.front();
  for (int i = 0; i < 3000; ++i) {
    bad.case_id = "gemm/bf16/tn/m4096n4096k4096/align128/case" + std::to_string(i);
    result.verdicts.insert(result.verdicts.begin() + i, bad);
  }
  const std::string text = render_markdown(gate_document(result, GateDetail::full));
  EXPECT_LE(text.size(), kCommentBytes);
  EXPECT_GT(text.size(), kCommentBytes / 2) << "what fits is shown";
  EXPECT_THAT(text, HasSubstr("3001 regressed"));
  EXPECT_THAT(text, testing::ContainsRegex("[0-9]+ more findings are left out to fit a comment"));
  EXPECT_THAT(text, testing::ContainsRegex("[0-9]+ more rows are left out to fit a comment"));
}

TEST(GateDocument, HostileNamesAreShownNotObeyed) {
  GateResult result = red_night();
  result.verdicts.front().case_id = "a|b<script>\x1b[31m\n";
  EXPECT_EQ(text_of(result).find('\x1b'), std::string::npos);
  EXPECT_THAT(render_markdown(gate_document(result, GateDetail::full)), Not(HasSubstr("<script>")));
}

TEST(GateJson, HoldsEveryFigureAsAChangeOfThroughput) {
  const auto json = nlohmann::json::parse(render_gate_json(red_night()));
  EXPECT_EQ(json.at("schema"), "roofgate.gate/1");
  EXPECT_EQ(json.at("status"), 1);
  ASSERT_EQ(json.at("verdicts").size(), 3U);
  const auto& bad = json.at("verdicts").at(0);
  EXPECT_EQ(bad.at("verdict"), "regressed");
  EXPECT_NEAR(bad.at("change").get<double>(), -0.314, 0.001);
  EXPECT_LT(bad.at("change_low").get<double>(), bad.at("change_high").get<double>());
  EXPECT_EQ(bad.at("reasons").at(0).at("rule"), "algorithm_changed");
  EXPECT_EQ(bad.at("reasons").at(0).at("evidence").at("changed_keys"), 1);
  EXPECT_TRUE(bad.at("rounds_to_decide").is_null());
  EXPECT_EQ(json.at("verdicts").at(1).at("rounds_to_decide"), 3);
}

TEST(GateJson, IsJsonWhateverTheNames) {
  GateResult result = red_night();
  result.verdicts.front().case_id = "\"\\\n\x01\xff";
  result.verdicts.front().change.reset();
  result.software_changes = {{"\"", {"1\n", "2"}}};
  EXPECT_TRUE(nlohmann::json::accept(render_gate_json(result)));
  EXPECT_TRUE(nlohmann::json::accept(render_gate_json(GateResult{})));
}

}  // namespace
}  // namespace roofgate
