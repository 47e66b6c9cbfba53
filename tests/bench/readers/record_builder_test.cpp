#include "bench/readers/record_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bench/record/record_json.hpp"
#include "bench/record/record_rules.hpp"

namespace roofgate {
namespace {

ImportedCase some_case(const std::string& id = "copy/host_to_device") {
  ImportedCase described;
  described.id = id;
  described.kind = "copy";
  described.definition = "tool copy host_to_device";
  return described;
}

TEST(RecordBuilder, MakesARecordThatCanBeWritten) {
  RecordBuilder builder{{"logs/night-2026-11-28.log", "2026-11-29T05:00:00Z"}, "sometool", "mean of 20 iterations"};
  builder.set_tool("sometool 1.2");
  ImportedCase described = some_case();
  ASSERT_TRUE(builder.add_sample(*builder.round(described, 0), described, 0.25));
  ASSERT_TRUE(builder.add_sample(*builder.round(described, 0), described, 0.5));
  Remarks remarks;
  const Record record = builder.finish("00ff", 0, remarks);
  EXPECT_FALSE(first_broken_rule(record));
  EXPECT_EQ(record.id, "20261128T000000Z-00ff");
  EXPECT_EQ(record.suite, "imported-sometool");
  EXPECT_EQ(record.imported->file, "night-2026-11-28.log");
  EXPECT_EQ(record.imported->dated_by, "the date in its name");
  EXPECT_EQ(record.cases[0].rounds[0].time_s, (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(record.cases[0].definition, definition_of(described.definition));
  EXPECT_TRUE(remarks.all().empty());
  const auto again = parse_record(to_json_text(record), "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json_text(*again), to_json_text(record));
}

TEST(RecordBuilder, DatesByWhatThereIs) {
  const auto dated = [](const Source& source) {
    RecordBuilder builder{source, "sometool", "one run"};
    Remarks remarks;
    Record record = builder.finish("1", 0, remarks);
    return std::pair{record.started_at, remarks.all().size()};
  };
  EXPECT_EQ(dated({"a.log", "2026-11-29T05:00:00Z"}), std::pair(std::string{"2026-11-29T05:00:00Z"}, std::size_t{1}));
  EXPECT_EQ(dated({"a.log", ""}), std::pair(std::string{"1970-01-01T00:00:00Z"}, std::size_t{1}));
}

TEST(RecordBuilder, AMetricIsKeptAsItsCost) {
  RecordBuilder builder{{"a.json", ""}, "sometool", "one run"};
  ImportedCase described = some_case();
  described.metric = Metric{"bandwidth", "GB/s"};
  described.better = Better::higher;
  Round& round = *builder.round(described, 0);
  ASSERT_TRUE(builder.add_sample(round, described, 400.0));
  EXPECT_DOUBLE_EQ(round.time_s[0], 1.0 / 400.0);
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(builder.add_sample(round, described, bad)) << bad;
  }
  Remarks remarks;
  const Record record = builder.finish("1", 0, remarks);
  EXPECT_DOUBLE_EQ(metric_value(record.cases[0], record.cases[0].rounds[0].time_s[0]), 400.0);
}

TEST(RecordBuilder, WhatIsBeyondTheLimitsIsRefused) {
  RecordBuilder builder{{"a.json", ""}, "sometool", "one run"};
  for (int i = 0; i < static_cast<int>(kMostRounds); ++i) ASSERT_NE(builder.round(some_case(), i), nullptr);
  EXPECT_EQ(builder.round(some_case(), static_cast<int>(kMostRounds)), nullptr);
  EXPECT_EQ(builder.refusal(), "over 10000 runs of one case in one file: split it");
  ImportedCase other = some_case();
  for (std::size_t kept = kMostRounds; kept < kMostRoundsInAll; ++kept) {
    other.id = "other" + std::to_string(kept / kMostRounds);
    ASSERT_NE(builder.round(other, static_cast<int>(kept)), nullptr) << kept;
  }
  other.id = "one more";
  EXPECT_EQ(builder.round(other, 0), nullptr);
  EXPECT_EQ(builder.refusal(), "over 400000 runs of all cases in one file: split it");
}

TEST(RecordBuilder, EachRunOfTheToolIsARound) {
  RecordBuilder builder{{"a.json", ""}, "sometool", "one run"};
  const ImportedCase described = some_case();
  EXPECT_EQ(builder.round_seen(described.id, 0), nullptr);
  EXPECT_EQ(builder.round(described, 0)->index, 0);
  EXPECT_EQ(builder.round_seen(described.id, 0)->index, 0);
  EXPECT_EQ(builder.round_seen(described.id, 7), nullptr);
  EXPECT_EQ(builder.round(described, 7)->index, 1);
  ImportedCase other = described;
  other.definition += " under another setting";
  EXPECT_EQ(builder.round(other, 8), nullptr);
  EXPECT_EQ(builder.refusal(),
            "measured earlier in the file under other conditions: import the runs as files of their own");
}

TEST(RecordBuilder, ARoundWithoutFiguresSaysSo) {
  RecordBuilder builder{{"a.json", ""}, "sometool", "one run"};
  static_cast<void>(builder.round(some_case(), 0));
  Remarks remarks;
  const Record record = builder.finish("1", 0, remarks);
  ASSERT_EQ(record.cases[0].rounds[0].marks.size(), 1U);
  EXPECT_EQ(record.cases[0].rounds[0].marks[0].evidence, "no figure that could be kept");
}

TEST(MomentInName, FindsDays) {
  EXPECT_EQ(moment_in_name("nccl-2026-11-28.log"), "2026-11-28T00:00:00Z");
  EXPECT_EQ(moment_in_name("20261128T020009Z-5f3a.json"), "2026-11-28T02:00:09Z");
  EXPECT_EQ(moment_in_name("job12_20261128-0200.txt"), "2026-11-28T02:00:00Z");
  EXPECT_EQ(moment_in_name("2026_11_28_02_00_09"), "2026-11-28T02:00:09Z");
  EXPECT_EQ(moment_in_name("slurm-2026113017.out"), std::nullopt) << "a job's number";
  EXPECT_EQ(moment_in_name("2026-13-01.log"), std::nullopt);
  EXPECT_EQ(moment_in_name("all_reduce.log"), std::nullopt);
  EXPECT_EQ(moment_in_name("node20260101-2026-11-20.log"), "2026-11-20T00:00:00Z")
      << "the one that looks most like one";
  EXPECT_EQ(moment_in_name("node20260101_20261120.log"), "2026-11-20T00:00:00Z");
  EXPECT_EQ(moment_in_name("20251231-job-2026-11-20.log"), "2026-11-20T00:00:00Z");
  EXPECT_EQ(moment_in_name("2026-11-20_2026-11-21.log"), "2026-11-20T00:00:00Z");
  EXPECT_EQ(moment_in_name("n-2026-11-28T0200+0100.log"), "2026-11-28T01:00:00Z");
  EXPECT_EQ(moment_in_name("n-2026-11-28T02:00:09+05:30.log"), "2026-11-27T20:30:09Z");
  EXPECT_EQ(moment_in_name("n-2026-11-28T0200+9900.log"), "2026-11-28T02:00:00Z");
}

}  // namespace
}  // namespace roofgate
