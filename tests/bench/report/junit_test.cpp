#include "bench/report/junit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <pugixml.hpp>

#include "tests/bench/report/golden_file.hpp"

namespace roofgate {
namespace {

Verdict verdict(std::string id, VerdictKind kind, std::string sentence = {}) {
  Verdict made;
  made.case_id = std::move(id);
  made.kind = kind;
  made.tolerance = 0.02;
  if (!sentence.empty()) made.reasons.push_back({"rule", std::move(sentence), {}});
  return made;
}

GateResult one_of_each() {
  GateResult result;
  result.record_id = "20261129T020000Z-1a2b";
  result.hardware_key = "host-amd-epyc-2c";
  result.suite = "quick";
  result.baseline_file = "baselines/host-amd-epyc-2c/quick.json";
  result.baseline_nights = 14;
  Verdict regressed = verdict("gemm/bf16/tn/m512n512k512/align4", VerdictKind::regressed, "Another algorithm.");
  regressed.change = std::log(1.0 / (1.0 - 0.314));
  result.verdicts = {regressed,
                     verdict("memory/copy/bytes8", VerdictKind::wrong_result, "Element 3 differs."),
                     verdict("memory/read/bytes8", VerdictKind::vanished),
                     verdict("memory/write/bytes8", VerdictKind::invalid, "CPU steal 12 %."),
                     verdict("memory/triad/bytes8", VerdictKind::inconclusive, "Too few rounds."),
                     verdict("ceiling/fma", VerdictKind::no_baseline),
                     verdict("ceiling/launch", VerdictKind::skipped, "No device."),
                     verdict("ceiling/dot", VerdictKind::xfail, "Known until 2026-12-31."),
                     verdict("allreduce/bf16/bytes8/ranks2", VerdictKind::drift, "Slow creep."),
                     verdict("elementwise/gelu/fused/n8", VerdictKind::improved),
                     verdict("elementwise/gelu/unfused/n8", VerdictKind::pass)};
  result.common.push_back({"machine_slower", "Every case is 3 % slower.", {}});
  return result;
}

TEST(Junit, OneOfEachVerdict) { expect_golden(render_junit(one_of_each()), "junit.xml"); }

TEST(Junit, CountsAreThoseOfTheElements) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(render_junit(one_of_each()).c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_uint(), suite.select_nodes("testcase").size());
  EXPECT_EQ(suite.attribute("failures").as_uint(), suite.select_nodes("testcase/failure").size());
  EXPECT_EQ(suite.attribute("errors").as_uint(), suite.select_nodes("testcase/error").size());
  EXPECT_EQ(suite.attribute("skipped").as_uint(), suite.select_nodes("testcase/skipped").size());
  EXPECT_EQ(suite.attribute("failures").as_uint(), 2U);
  EXPECT_EQ(suite.attribute("errors").as_uint(), 2U);
  EXPECT_EQ(suite.attribute("skipped").as_uint(), 4U);
}

TEST(Junit, NothingUnjudgedReadsAsPassed) {
  GateResult result;
  for (const VerdictKind kind : {VerdictKind::inconclusive, VerdictKind::no_baseline, VerdictKind::vanished,
                                 VerdictKind::invalid, VerdictKind::wrong_result, VerdictKind::skipped}) {
    result.verdicts.push_back(verdict("a/b", kind));
  }
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(render_junit(result).c_str()));
  for (const auto& test : document.select_nodes("//testcase")) {
    EXPECT_TRUE(test.node().first_child()) << "a test case without an outcome reads as passed";
  }
}

TEST(Junit, TextThatXmlForbidsIsShown) {
  GateResult result;
  result.verdicts.push_back(
      verdict("a/\x1b[0m<x>&\"\x01\xff", VerdictKind::regressed, "nul\x02 ]]> \xef\xbf\xbf line\nbreak"));
  const std::string text = render_junit(result);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str()));
  EXPECT_EQ(document.select_node("//testcase").node().attribute("name").as_string(),
            std::string{"a/\\x1B[0m<x>&\"\\x01\\xFF"});
  for (const char c : text) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
}

}  // namespace
}  // namespace roofgate
