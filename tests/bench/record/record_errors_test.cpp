// Every way in which a record can be wrong gives an error that names file, place, reason and, where known, the fix.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "bench/record/record_json.hpp"
#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

struct Mutation {
  std::string name;
  std::string from, to;  ///< first occurrence in the sample's text
  std::string expected;  ///< part of the error
};

void PrintTo(const Mutation& mutation, std::ostream* out) { *out << mutation.name; }

class BrokenRecord : public testing::TestWithParam<Mutation> {};

TEST_P(BrokenRecord, IsRefusedWithPlaceAndReason) {
  std::string text = to_json_text(make_sample_record());
  const auto at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos) << "the sample does not hold " << GetParam().from;
  text.replace(at, GetParam().from.size(), GetParam().to);
  const auto read = parse_record(text, "night.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::input);
  EXPECT_THAT(to_string(read.error()), testing::StartsWith("night.json"));
  EXPECT_THAT(to_string(read.error()), testing::HasSubstr(GetParam().expected));
}

constexpr auto kFirstSample = "0.3333333333333333";

INSTANTIATE_TEST_SUITE_P(
    Record, BrokenRecord,
    testing::Values(
        Mutation{"unknown_key", "\"id\": \"2026", "\"idd\": 1, \"id\": \"2026",
                 "/idd: unknown key\n  hint: did you mean 'id'? known: schema, id"},
        Mutation{"missing_key", "\"suite\": \"quick\",", "", "/: key 'suite' is missing"},
        Mutation{"missing_deep", "\"warmup_s\": 0.25, ", "", "/cases/0/rounds/0: key 'warmup_s' is missing"},
        Mutation{"duplicate_key", "\"suite\":", "\"id\": 1, \"suite\":", "key 'id' appears twice"},
        Mutation{"wrong_type", "\"suite\": \"quick\"", "\"suite\": 7", "/suite: is a number, not text"},
        Mutation{"text_for_number", kFirstSample, "\"0.3\"", "/cases/0/rounds/0/time_s/0: is text, not a number"},
        Mutation{"null_sample", kFirstSample, "null", "/cases/0/rounds/0/time_s/0: is null, not a number"},
        Mutation{"negative_time", kFirstSample, "-0.5", "/cases/0/rounds/0/time_s/0: is -0.5, not a time above zero"},
        Mutation{"zero_time", kFirstSample, "0", "/cases/0/rounds/0/time_s/0: is 0, not a time above zero"},
        Mutation{"underflow", kFirstSample, "1e-999", "/cases/0/rounds/0/time_s/0: is 0, not a time above zero"},
        Mutation{"overflow", kFirstSample, "1e999", "/cases/0/rounds/0/time_s/0: not valid JSON"},
        Mutation{"nan", kFirstSample, "NaN", "/cases/0/rounds/0/time_s/0: not valid JSON"},
        Mutation{"infinity", kFirstSample, "-Infinity", "/cases/0/rounds/0/time_s/0: not valid JSON"},
        Mutation{"hexadecimal", kFirstSample, "0x1p3", "/cases/0/rounds/0/time_s/1: not valid JSON"},
        Mutation{"negative_work", "\"flops\": 137000000000", "\"flops\": -1", "/work/flops: is -1, which is under 0"},
        Mutation{"unknown_world", "\"world\": 0", "\"world\": 1",
                 "/cases/1/rounds/0/world: is 1, but the record has 1 worlds"},
        Mutation{"world_of_another_size",
                 ",\n      {\"node\": \"node2\", \"cpus\": \"0,8\", \"device\": null, \"numa\": null, \"nic\": \"\"}",
                 "", "/cases/1/rounds/0/world: is a world of 1 ranks, not 2"},
        Mutation{"duplicate_case", "allreduce/bf16/out_of_place/bytes1048576/ranks2",
                 "gemm/bf16/tn/m4096n4096k4096/align128/first", "/cases/1/id: case 'gemm/bf16"},
        Mutation{"duplicate_round", "\"index\": 1, \"position\": 2", "\"index\": 0, \"position\": 2",
                 "/cases/0/rounds/1/index: round 0 of"},
        Mutation{"fractional_index", "\"index\": 1, \"position\": 2", "\"index\": 1.5, \"position\": 2",
                 "/index: is 1.5, not a whole number"},
        Mutation{"huge_index", "\"index\": 1, \"position\": 2", "\"index\": 1e300, \"position\": 2",
                 "/index: is 1e+300, not a whole number"},
        Mutation{"unknown_mark", "\"kind\": \"contended\"", "\"kind\": \"busy\"",
                 "/marks/0/kind: is 'busy'\n  hint: known: throttled, contended"},
        Mutation{"unknown_stop", "\"stop\": \"converged\"", "\"stop\": \"done\"", "/stop: is 'done'"},
        Mutation{"unknown_better", "\"better\": \"lower\"", "\"better\": \"less\"", "/better: is 'less'"},
        Mutation{"unknown_subject", "\"subject\": \"flops\"", "\"subject\": \"flop\"", "/subject: is 'flop'"},
        Mutation{"no_moment", "2026-11-29T02:00:09Z", "yesterday", "/started_at: is 'yesterday', not a moment in UTC"},
        Mutation{"impossible_day", "2026-11-29T02:00:09Z", "2026-11-31T02:00:09Z", "not a moment in UTC"},
        Mutation{"newer_schema", "roofgate.record/1", "roofgate.record/2",
                 "/schema: schema is 'roofgate.record/2', this program reads 'roofgate.record/1'\n  hint: use"},
        Mutation{"other_schema", "roofgate.record/1", "roofgate.baseline/1", "this is a file of another kind"},
        Mutation{"another_tools_schema", "\"roofgate.record/1\"", "\"a secret\"",
                 "/schema: schema is another tool's, not"},
        Mutation{"no_schema", "\"schema\"", "\"scheme\"", "key 'schema' is missing"},
        Mutation{"object_for_array", "\"cases\": [", "\"cases\": {\"a\": 1}, \"other\": [",
                 "/cases: is an object, not an array"},
        Mutation{"number_for_case", "\"cases\": [", "\"cases\": [3], \"other\": [",
                 "/cases/0: is a number, not an object"},
        Mutation{"nested_parameter", "\"cold\": true", "\"cold\": [true]", "/cases/0/parameters/cold: is an array"},
        Mutation{"number_as_software", "\"driver\": \"580.65\"", "\"driver\": 580.65",
                 "/environment/software/driver: is a number, not text"},
        Mutation{"rank_missing", "\"world_size\": 2", "\"world_size\": 3", "/rank_time_s: holds 2 rows for 3 ranks"},
        Mutation{"empty_suite", "\"suite\": \"quick\"", "\"suite\": \"\"", "/suite: is '', not a plain name"},
        Mutation{"suite_that_leaves_its_folder", "\"suite\": \"quick\"", "\"suite\": \"../quick\"",
                 "/suite: is '../quick', not a plain name"},
        Mutation{"empty_moment", "\"finished_at\": \"2026-11-29T02:09:00Z\"", "\"finished_at\": \"\"",
                 "/finished_at: is empty text\n  hint: write null"},
        Mutation{"no_rounds_planned", "\"rounds_planned\": 2", "\"rounds_planned\": 0", "/rounds_planned: is 0"},
        Mutation{"trailing_text", "}\n", "}\n]", "not valid JSON"},
        Mutation{"nul", "node1", std::string{"no\0de", 5}, "holds a NUL byte"},
        Mutation{"invalid_utf8", "node1", "no\xff", "/environment/host/name: not valid JSON"},
        Mutation{"escape_codes_are_not_passed_on",
                 "\"suite\":", "\"\x7f[31m\": 1, \"suite\":", "/\\x7f[31m: unknown key"}),
    [](const auto& one) { return one.param.name; });

TEST(BrokenRecordText, CutAnywhereIsAnError) {
  const std::string text = to_json_text(make_sample_record());
  for (std::size_t length = 0; length + 1 < text.size(); ++length) {  // the last character is a line end
    const auto read = parse_record(std::string_view{text}.substr(0, length), "cut.json");
    ASSERT_FALSE(read) << "cut after " << length << " bytes";
    ASSERT_THAT(to_string(read.error()), testing::StartsWith("cut.json: /"));
  }
}

TEST(BrokenRecordText, DeepNestingIsRefusedWithoutRecursion) {
  for (const std::string_view open : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += open;
    const auto read = parse_record(text, "deep.json");
    ASSERT_FALSE(read);
    EXPECT_THAT(to_string(read.error()), testing::HasSubstr("nested deeper than 32 levels"));
  }
}

TEST(BrokenRecordText, ManyTinyValuesAreRefusedBeforeTheyFillMemory) {
  std::string text = "[";
  for (int i = 0; i < 4'000'000; ++i) text += "[],";
  const auto read = parse_record(text + "[]]", "many.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), testing::HasSubstr("more than 1600000 values"));
}

TEST(BrokenRecordText, WhatWasLastReadIsNotRepeated) {
  for (const std::string_view text : {R"({"env": "HF_TOKEN=hf_MySecret)", "{\"env\": \"hf_MySecret\n",
                                      R"({"env": hf_MySecret})", R"({"schema": "hf_MySecret"})"}) {
    const auto read = parse_record(text, "foreign.json");
    ASSERT_FALSE(read);
    EXPECT_THAT(to_string(read.error()), testing::Not(testing::HasSubstr("Secret")));
    EXPECT_THAT(to_string(read.error()), testing::Not(testing::HasSubstr("hf_")));
  }
}

TEST(BrokenRecordText, ALongTokenDoesNotFillTheScreen) {
  const auto read = parse_record("{\"" + std::string(1'000'000, 'x'), "long.json");
  ASSERT_FALSE(read);
  EXPECT_LT(to_string(read.error()).size(), 500U);
}

TEST(BrokenRecordText, ARoundWithoutSamplesNeedsAMark) {
  Record record = make_sample_record();
  record.cases[0].rounds[0].time_s.clear();
  const auto read = parse_record(to_json_text(record), "night.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), testing::HasSubstr("/cases/0/rounds/0/time_s: is empty, and no mark says why"));
  record.cases[0].rounds[0].marks = {{MarkKind::skipped, "no fp8 on this device"}};
  EXPECT_TRUE(parse_record(to_json_text(record), "night.json"));
}

}  // namespace
}  // namespace roofgate
