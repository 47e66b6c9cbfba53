#include "bench/record/record_json.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "bench/record/atomic_file.hpp"
#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

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
