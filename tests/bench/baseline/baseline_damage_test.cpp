// Damaged baselines: the same promise as for records (tests/bench/record/record_damage_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/baseline/baseline_json.hpp"
#include "tests/bench/baseline/sample_baseline.hpp"
#include "tests/bench/record/text_mutator.hpp"

namespace roofgate {
namespace {

TEST(DamagedBaseline, IsABaselineOrAnErrorWithAPlace) {
  const std::string whole = to_json_text(make_sample_baseline(3));
  TextMutator mutator{20261130};
  int survived = 0;
  constexpr int kAttempts = 10'000;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto read = parse_baseline(mutator.damage(whole), "damaged.json");
    if (!read) {
      ASSERT_EQ(read.error().kind, ErrorKind::input);
      ASSERT_THAT(read.error().where, testing::StartsWith("damaged.json"));
      ASSERT_FALSE(read.error().what.empty());
      continue;
    }
    ++survived;
    const std::string again = to_json_text(*read);
    const auto reread = parse_baseline(again, "again.json");
    ASSERT_TRUE(reread) << to_string(reread.error());
    ASSERT_EQ(to_json_text(*reread), again);
  }
  EXPECT_GT(survived, 50);
  EXPECT_LT(survived, kAttempts / 2);
}

}  // namespace
}  // namespace roofgate
