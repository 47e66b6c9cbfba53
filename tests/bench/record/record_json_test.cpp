#include "bench/record/record_json.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "bench/record/atomic_file.hpp"
#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

TEST(RecordJson, AnImportedRecordKeepsWhereItComesFrom) {
  Record record = make_sample_record();
  record.suite = "imported-nvbandwidth";
  record.imported = {"nvbandwidth", "nvbandwidth v0.8", "night \"1\".json", "00ff", "median of 3", "its name"};
  record.cases[0].better = Better::higher;
  record.cases[0].metric = {"bandwidth", "GB/s"};
  record.cases[0].rounds[0].time_s = {0.0025};
  const std::string text = to_json_text(record);
  const auto again = parse_record(text, "night.json");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json_text(*again), text);
  EXPECT_EQ(again->imported->file, "night \"1\".json");
  EXPECT_DOUBLE_EQ(metric_value(again->cases[0], again->cases[0].rounds[0].time_s[0]), 400.0);
}

TEST(RecordJson, OnlyImportedRecordsHaveWhatImportedRecordsHave) {
  const auto refusal = [](const Record& record) {
    const auto read = parse_record(to_json_text(record), "night.json");
    return read ? std::string{"read"} : read.error().what;
  };
  Record named = make_sample_record();
  named.suite = "imported-nccl-tests";
  EXPECT_EQ(refusal(named), "is 'imported-nccl-tests', and the record is not imported");
  Record other = make_sample_record();
  other.imported.emplace();
  other.imported->format = "nccl-tests";
  EXPECT_EQ(refusal(other), "is 'quick' in a record imported from nccl-tests");
  Record metric = make_sample_record();
  metric.cases[0].metric = {"bandwidth", "GB/s"};
  EXPECT_EQ(refusal(metric), "is there, and the record is not imported");
}

TEST(RecordJson, TextReadsBackAsTheSameText) {
  const std::string text = to_json_text(make_sample_record());
  const auto read = parse_record(text, "sample.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(to_json_text(*read), text);
}

TEST(RecordJson, SamplesKeepEveryBit) {
  const Record record = make_sample_record();
  const auto read = parse_record(to_json_text(record), "sample.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->cases[0].rounds[0].time_s, record.cases[0].rounds[0].time_s);
  EXPECT_EQ(read->cases[1].rounds[1].rank_time_s, record.cases[1].rounds[1].rank_time_s);
}

// What roofgate 0.1.0 wrote before worlds were kept.
TEST(RecordJson, ARecordWithoutWorldsIsRead) {
  std::string text = to_json_text(make_sample_record());
  const auto remove = [&text](std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from)) {
      text.erase(at, text.find(to, at) - at);
    }
  };
  remove("\"worlds\":", "\"cases\":");
  remove("\"world\":", "\"iterations_per_sample\":");
  const auto read = parse_record(text, "old.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(read->worlds.empty());
  EXPECT_FALSE(read->cases[1].rounds[0].world);
  EXPECT_EQ(read->cases[1].rounds[0].rank_time_s.size(), 2U);
}

TEST(RecordJson, SamplesOfARoundStandOnOneLine) {
  const std::string text = to_json_text(make_sample_record());
  const auto begin = text.find("\"time_s\": [");
  ASSERT_NE(begin, std::string::npos);
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  EXPECT_NE(line.find("1.7e+308]"), std::string::npos) << line;
}

}  // namespace
}  // namespace roofgate
