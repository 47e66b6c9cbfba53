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

TEST(RecordJson, SamplesOfARoundStandOnOneLine) {
  const std::string text = to_json_text(make_sample_record());
  const auto begin = text.find("\"time_s\": [");
  ASSERT_NE(begin, std::string::npos);
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  EXPECT_NE(line.find("1.7e+308]"), std::string::npos) << line;
}

}  // namespace
}  // namespace roofgate
