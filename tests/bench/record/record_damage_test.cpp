// Damaged records never crash the reader: each is either a record that reads back as itself, or an error with a place.
// The sanitizer builds run this too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/record/record_json.hpp"
#include "tests/bench/record/sample_record.hpp"
#include "tests/bench/record/text_mutator.hpp"

namespace roofgate {
namespace {

TEST(DamagedRecord, IsARecordOrAnErrorWithAPlace) {
  const std::string whole = to_json_text(make_sample_record());
  TextMutator mutator{20261129};
  int survived = 0;
  constexpr int kAttempts = 10'000;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string text = mutator.damage(whole);
    const auto read = parse_record(text, "damaged.json");
    if (!read) {
      ASSERT_EQ(read.error().kind, ErrorKind::input);
      ASSERT_THAT(read.error().where, testing::StartsWith("damaged.json"));
      ASSERT_FALSE(read.error().what.empty());
      ASSERT_LT(to_string(read.error()).size(), 2000U);
      continue;
    }
    ++survived;
    const std::string again = to_json_text(*read);
    const auto reread = parse_record(again, "again.json");
    ASSERT_TRUE(reread) << to_string(reread.error());
    ASSERT_EQ(to_json_text(*reread), again);
  }
  EXPECT_GT(survived, 50) << "damage inside names and digits leaves a record";
  EXPECT_LT(survived, kAttempts / 2);
}

}  // namespace
}  // namespace roofgate
