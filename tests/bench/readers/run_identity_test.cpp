#include "bench/readers/run_identity.hpp"

#include <gtest/gtest.h>

#include "bench/readers/record_builder.hpp"

namespace roofgate {
namespace {

TEST(RepeatedRuns, ACopyWithoutADateRepeatsTheDatedRunWhicheverComesFirst) {
  const std::vector<RunIdentity> runs{{"aa", 0, "2026-11-29T05:00:00Z", false},
                                      {"aa", 0, "2026-10-01T00:00:00Z", true},
                                      {"bb", 0, "2026-10-02T00:00:00Z", true},
                                      {"bb", 0, "2026-11-29T05:00:00Z", false}};
  const auto repeats = repeated_runs(runs);
  EXPECT_EQ(repeats[0], 1U);
  EXPECT_FALSE(repeats[1]);
  EXPECT_FALSE(repeats[2]);
  EXPECT_EQ(repeats[3], 2U);
}

TEST(RepeatedRuns, TwoDatesAreTwoNightsWithTheSameFigures) {
  const std::vector<RunIdentity> runs{{"aa", 0, "2026-10-01T00:00:00Z", true},
                                      {"aa", 0, "2026-10-02T00:00:00Z", true},
                                      {"aa", 0, "2026-10-01T00:00:00Z", true}};
  const auto repeats = repeated_runs(runs);
  EXPECT_FALSE(repeats[0]);
  EXPECT_FALSE(repeats[1]);
  EXPECT_EQ(repeats[2], 0U);
}

TEST(RepeatedRuns, PartsOfOneFileAreRunsOfTheirOwn) {
  const std::vector<RunIdentity> runs{{"aa", 0, "2026-10-01T00:00:00Z", false},
                                      {"aa", 1, "2026-10-01T00:00:00Z", false}};
  EXPECT_FALSE(repeated_runs(runs)[1]);
}

TEST(RunIdentityOf, ARecordOfOurOwnIsItsId) {
  Record record;
  record.id = "20261001T000000Z-abc";
  EXPECT_EQ(identity_of(record, 0).content, record.id);
  EXPECT_TRUE(identity_of(record, 0).is_dated);
  record.imported.emplace();
  record.imported->content = "0123456789abcdef";
  record.imported->dated_by = kDatedByChange;
  EXPECT_EQ(identity_of(record, 2).content, "0123456789abcdef");
  EXPECT_EQ(identity_of(record, 2).part, 2U);
  EXPECT_FALSE(identity_of(record, 0).is_dated);
}

}  // namespace
}  // namespace roofgate
