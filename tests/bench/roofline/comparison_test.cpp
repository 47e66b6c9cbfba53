#include "bench/roofline/comparison.hpp"

#include <gtest/gtest.h>

#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

Case product(const std::string& ladder, double k, double time_s) {
  Case measured = sample::gemm(time_s);
  measured.id = "gemm/" + ladder;
  measured.work.flops = Flops{2.0 * 4096 * 4096 * k};
  measured.parameters = {{"dtype", "bf16"},  {"layout", "tn"},    {"k", k}, {"lda", k}, {"choice", "best"},
                         {"ladder", ladder}, {"epilogue", "none"}};
  return measured;
}

Case chained(const std::string& variant, double passes, double time_s) {
  Case measured = sample::chain(time_s);
  measured.id = "elementwise/" + variant;
  measured.work.bytes_read = Bytes{passes * 2e8};
  measured.work.bytes_written = Bytes{0};
  measured.parameters = {{"chain", "swiglu"}, {"elements", 1e8}, {"variant", variant}};
  return measured;
}

/// What is said of a case, joined by '; '.
std::string said(const Record& record, const std::string& id) {
  const auto all = comparisons(record);
  const auto found = all.find(id);
  if (found == all.end()) return {};
  std::string text;
  for (const SiblingComparison& comparison : found->second) text += (text.empty() ? "" : "; ") + to_text(comparison);
  return text;
}

TEST(Comparison, AlignmentComparesRatesWithTheAlignedSibling) {
  const Record record = sample::cuda_record({product("align128", 4096, 1.0), product("align8", 4088, 2.0)});
  const auto found = comparisons(record);
  ASSERT_EQ(found.size(), 1U);
  const SiblingComparison& comparison = found.at("gemm/align8").front();
  EXPECT_EQ(comparison.sibling, "gemm/align128");
  EXPECT_NEAR(comparison.ratio, 0.5 * 4088.0 / 4096.0, 1e-12);
  EXPECT_EQ(said(record, "gemm/align8"), "0.50 of align128");
}

TEST(Comparison, AnotherAlgorithmIsSaid) {
  Record record = sample::cuda_record({product("align128", 4096, 1.0), product("align8", 4096, 1.25)});
  record.cases[0].rounds[0].algorithm = {{"id", "66"}};
  record.cases[1].rounds[0].algorithm = {{"id", "21"}};
  EXPECT_EQ(said(record, "gemm/align8"), "0.80 of align128, other algorithm");
  record.cases[1].rounds[0].algorithm = record.cases[0].rounds[0].algorithm;
  EXPECT_EQ(said(record, "gemm/align8"), "0.80 of align128");
  record.cases[1].rounds[0].algorithm.clear();
  EXPECT_EQ(said(record, "gemm/align8"), "0.80 of align128");
}

TEST(Comparison, OnlyTheSameShapeLayoutAndChoiceCompare) {
  Record record = sample::cuda_record({product("align128", 4096, 1.0), product("align8", 4088, 2.0)});
  record.cases[1].parameters["layout"] = "nn";
  EXPECT_TRUE(comparisons(record).empty());
}

TEST(Comparison, FusionComparesTimesWithTheIdealOfTheBytes) {
  const Record record =
      sample::cuda_record({chained("unfused", 6, 3.0), chained("graph", 6, 2.0), chained("fused", 3, 1.0)});
  EXPECT_EQ(said(record, "elementwise/fused"), "3.00 x unfused (ideal 2.00)");
  EXPECT_EQ(said(record, "elementwise/graph"), "1.50 x unfused (ideal 1.00)");
  EXPECT_EQ(said(record, "elementwise/unfused"), "");
}

TEST(Comparison, TheHeuristicsFirstStandsBesideTheBest) {
  Case first = product("align128", 4096, 1.25);
  first.id = "gemm/align128/first";
  first.parameters["choice"] = "first";
  const Record record = sample::cuda_record({product("align128", 4096, 1.0), first});
  EXPECT_EQ(said(record, "gemm/align128/first"), "0.80 of best");
}

TEST(Comparison, TheFusedEpilogueStandsBesideTheSeparateOne) {
  Case fused = product("align128", 4096, 1.0);
  fused.parameters["epilogue"] = "bias_gelu_fused";
  fused.id = "gemm/fused";
  Case separate = product("align128", 4096, 1.2);
  separate.parameters["epilogue"] = "bias_gelu_separate";
  separate.id = "gemm/separate";
  EXPECT_EQ(said(sample::cuda_record({fused, separate}), "gemm/fused"), "1.20 x separate");
}

TEST(Comparison, CasesWithoutATimeTakeNoPart) {
  Record record = sample::cuda_record({product("align128", 4096, 1.0), product("align8", 4088, 2.0)});
  record.cases[0].rounds[0].marks = {{MarkKind::wrong_result, "element 0"}};
  EXPECT_TRUE(comparisons(record).empty());
  record.cases[0].rounds[0].marks = {{MarkKind::contended, "steal"}};  // a ratio of noise
  EXPECT_TRUE(comparisons(record).empty());
  record.cases[0].rounds[0].marks.clear();
  record.cases[1].rounds[0].time_s.clear();
  EXPECT_TRUE(comparisons(record).empty());
}

}  // namespace
}  // namespace roofgate
