#include "bench/report/compare_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/report/render.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

CompareResult result() {
  CompareResult made;
  made.is_paired = true;
  made.pairs = 6;
  made.before_ids = {"rec-a"};
  made.after_ids = {"rec-b"};
  made.before_label = "as it is";
  made.after_label = "OMP_NUM_THREADS=1";
  made.gate.compared_with = "host-x-2c/quick · before: as it is · after: OMP_NUM_THREADS=1 · 6 pairs of rounds";
  made.gate.status = ExitStatus::regression;
  Verdict verdict;
  verdict.case_id = "gemm/a";
  verdict.kind = VerdictKind::regressed;
  verdict.change = 0.69;
  verdict.change_low = 0.68;
  verdict.change_high = 0.70;
  verdict.q_value = 1e-9;
  verdict.tolerance = 0.02;
  verdict.smallest_detectable_loss = 0.011;
  verdict.smallest_failing_loss = 0.031;
  made.gate.verdicts = {verdict};
  made.environment = {{{EnvironmentPart::variable, "OMP_NUM_THREADS", "unset", "1"}, 1, 1, 0, 0.69}};
  made.recommendation = {Advice::slower, "slower: gemm/a -49.8 %"};
  return made;
}

TEST(CompareDocument, BeginsWithTheRecommendationAndEndsWithWhatDiffers) {
  const std::string text = render_terminal(compare_document(result(), GateDetail::brief), {});
  EXPECT_THAT(text, StartsWith("slower: gemm/a -49.8 %\nhost-x-2c/quick · before: as it is"));
  EXPECT_THAT(text, HasSubstr("REGRESSED     gemm/a   -49.8 % [-50.3, -49.3]"));
  EXPECT_THAT(text, HasSubstr("Smallest loss this comparison could see: 1.1 % (median case)"));
  EXPECT_THAT(text, HasSubstr("OMP_NUM_THREADS"));
  EXPECT_THAT(text, Not(HasSubstr("no usable baseline")));
}

TEST(CompareDocument, NoDifferenceIsSaid) {
  CompareResult same = result();
  same.environment.clear();
  EXPECT_THAT(render_terminal(compare_document(same, GateDetail::brief), {}),
              HasSubstr("no difference between the environments is in the records"));
}

TEST(CompareDocument, TextFromRecordsIsEscaped) {
  CompareResult hostile = result();
  hostile.environment[0].change.after = "\x1b[31m|<b>";
  EXPECT_THAT(render_terminal(compare_document(hostile, GateDetail::full), {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_markdown(compare_document(hostile, GateDetail::full)), Not(HasSubstr("<b>")));
}

TEST(CompareJson, HoldsTheAdviceTheSidesTheDifferencesAndTheVerdicts) {
  CompareResult hostile = result();
  hostile.after_label = "A=\"\n";
  const auto json = nlohmann::json::parse(render_compare_json(hostile));
  EXPECT_EQ(json.at("schema"), "roofgate.compare/1");
  EXPECT_EQ(json.at("status"), 1);
  EXPECT_EQ(json.at("recommendation").at("advice"), "slower");
  EXPECT_TRUE(json.at("recommendation").at("further_rounds").is_null());
  EXPECT_EQ(json.at("after").at("environment"), "A=\"\n");
  EXPECT_EQ(json.at("before").at("records").at(0), "rec-a");
  EXPECT_EQ(json.at("environment").at(0).at("name"), "OMP_NUM_THREADS");
  EXPECT_NEAR(json.at("environment").at(0).at("median_change").get<double>(), -0.498, 1e-3);
  EXPECT_EQ(json.at("gate").at("verdicts").at(0).at("case"), "gemm/a");
}

}  // namespace
}  // namespace roofgate
