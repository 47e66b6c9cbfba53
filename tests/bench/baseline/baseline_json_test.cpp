#include "bench/baseline/baseline_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/bench/baseline/sample_baseline.hpp"

namespace roofgate {
namespace {

TEST(BaselineJson, TextReadsBackAsTheSameText) {
  Baseline baseline = make_sample_baseline(3);
  baseline.nights[1].made_minutes_apart = true;
  baseline.nights[2].accepted_losses["memory/copy/bytes1048576"] = "security fix";
  const std::string text = to_json_text(baseline);
  const auto read = parse_baseline(text, "quick.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(to_json_text(*read), text);
  EXPECT_EQ(read->nights[2].accepted_losses, baseline.nights[2].accepted_losses);
  EXPECT_TRUE(read->nights[1].made_minutes_apart);
}

TEST(BaselineJson, ACaseOfANightIsOneLine) {
  EXPECT_THAT(
      to_json_text(make_sample_baseline(1)),
      testing::HasSubstr("\n        \"memory/copy/bytes1048576\": {\"definition\": \"d1\", \"round_location_s\": "
                         "[0.000123456, 0.000123], \"clock_hz\": 1.755e+09, \"power_w\": 512.5, \"algorithm\": "
                         "{}}\n"));
}

TEST(BaselineJson, ANewNightOnlyAddsLines) {
  const std::string before = to_json_text(make_sample_baseline(2));
  const std::string after = to_json_text(make_sample_baseline(3));
  const std::string tail = "\n    }\n  ]\n}\n";
  ASSERT_TRUE(before.ends_with(tail));
  EXPECT_EQ(after.substr(0, before.size() - tail.size()), before.substr(0, before.size() - tail.size()));
}

TEST(BaselineJson, WithoutNightsIsReadable) {
  const auto read = parse_baseline(to_json_text(Baseline{"sample-machine", "quick", {}}), "quick.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(read->nights.empty());
}

struct Mutation {
  std::string name;
  std::string from, to;
  std::string expected;
};

void PrintTo(const Mutation& mutation, std::ostream* out) { *out << mutation.name; }

class BrokenBaseline : public testing::TestWithParam<Mutation> {};

TEST_P(BrokenBaseline, IsRefusedWithPlaceAndReason) {
  std::string text = to_json_text(make_sample_baseline(2));
  const auto at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos) << "the sample does not hold " << GetParam().from;
  text.replace(at, GetParam().from.size(), GetParam().to);
  const auto read = parse_baseline(text, "quick.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::input);
  EXPECT_THAT(to_string(read.error()), testing::HasSubstr("quick.json: " + GetParam().expected));
}

constexpr auto kTime = "0.000123456";
constexpr auto kPlace = "/nights/0/cases/memory~1copy~1bytes1048576/round_location_s";

INSTANTIATE_TEST_SUITE_P(
    Baseline, BrokenBaseline,
    testing::Values(
        Mutation{"unknown_key", "\"reason\"", "\"why\": \"\", \"reason\"", "/nights/0/why: unknown key"},
        Mutation{"missing_key", "\"accepted_by\": \"nightly\",", "", "/nights/0: key 'accepted_by' is missing"},
        Mutation{"negative", kTime, "-1", std::string{kPlace} + "/0: is -1, not a time above zero"},
        Mutation{"zero", kTime, "0", std::string{kPlace} + "/0: is 0, not a time above zero"},
        Mutation{"nan", kTime, "NaN", std::string{kPlace} + "/0: not valid JSON"},
        Mutation{"null", kTime, "null", std::string{kPlace} + "/0: is null, not a number"},
        Mutation{"no_rounds", "[2e-06]", "[]",
                 "/nights/0/cases/gemm~1bf16~1tn~1m64n64k64~1align64~1first/round_location_s: is empty"},
        Mutation{"duplicate_case", "memory/copy/bytes1048576", "gemm/bf16/tn/m64n64k64/align64/first",
                 "/nights/0/cases/gemm~1bf16~1tn~1m64n64k64~1align64~1first: key 'gemm/bf16"},
        Mutation{"duplicate_night", "record1", "record0", "/nights/1/record_id: night 'record0' is there twice"},
        Mutation{"order", "2026-11-10T02", "2026-12-10T02", "/nights/1/date: 2026-11-11T02:00:00Z comes after"},
        Mutation{"no_date", "2026-11-10T02:00:00Z", "10 Nov", "/nights/0/date: is '10 Nov', not a moment"},
        Mutation{"text_for_flag", "\"made_minutes_apart\": false", "\"made_minutes_apart\": \"no\"",
                 "/nights/0/made_minutes_apart: is text, not true or false"},
        Mutation{"nobody", "\"accepted_by\": \"nightly\"", "\"accepted_by\": \"\"", "/nights/0/accepted_by: is empty"},
        Mutation{"path_as_suite", "\"suite\": \"quick\"", "\"suite\": \"../quick\"",
                 "/suite: is '../quick', not a plain name"},
        Mutation{"newer_schema", "roofgate.baseline/1", "roofgate.baseline/7",
                 "/schema: schema is 'roofgate.baseline/7', this program reads 'roofgate.baseline/1'"},
        Mutation{"record", "roofgate.baseline/1", "roofgate.record/1",
                 "/schema: schema is 'roofgate.record/1', not 'roofgate.baseline/1'"},
        Mutation{"nights_as_object", "\"nights\": [", "\"nights\": {}, \"x\": [",
                 "/nights: is an object, not an array"}),
    [](const auto& one) { return one.param.name; });

TEST(BrokenBaselineText, CutAnywhereIsAnError) {
  const std::string text = to_json_text(make_sample_baseline(2));
  for (std::size_t length = 0; length + 1 < text.size(); ++length) {
    ASSERT_FALSE(parse_baseline(std::string_view{text}.substr(0, length), "cut.json")) << length;
  }
}

TEST(BaselineJson, DerivedMetricsKeepTheirUnit) {
  Baseline baseline = make_sample_baseline(1);
  CaseNight metric{"ratio/1 d1 d2", {1.25, 1.26}, {{"id", "66"}}, {}, {}, MetricUnit::ratio};
  baseline.nights.front().cases["ratio/gemm/a/to_align128"] = metric;
  const std::string text = to_json_text(baseline);
  EXPECT_THAT(text, testing::HasSubstr(R"("unit": "1", "round_value": [1.25, 1.26], "algorithm": {"id": "66"})"));
  const auto read = parse_baseline(text, "b.json");
  ASSERT_TRUE(read) << to_string(read.error());
  const CaseNight& back = read->nights.front().cases.at("ratio/gemm/a/to_align128");
  EXPECT_EQ(back.derived, MetricUnit::ratio);
  EXPECT_EQ(back.round_location, metric.round_location);
  EXPECT_EQ(to_json_text(*read), text);
}

TEST(BaselineJson, AnUnknownUnitIsRefused) {
  Baseline baseline = make_sample_baseline(1);
  baseline.nights.front().cases["ratio/a"] = CaseNight{"d", {1.25}, {}, {}, {}, MetricUnit::ratio};
  std::string text = to_json_text(baseline);
  text.replace(text.find(R"("unit": "1")"), 11, R"("unit": "?")");
  const auto read = parse_baseline(text, "b.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, testing::HasSubstr("is '?', not a unit that this version knows"));
}

}  // namespace
}  // namespace roofgate
