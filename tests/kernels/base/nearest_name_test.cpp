#include "kernels/base/nearest_name.hpp"

#include <gtest/gtest.h>

#include <array>

namespace roofgate {
namespace {

const std::array<std::string, 4> kSuites{"full", "nightly", "quick", "smoke"};

TEST(NearestName, OneLetterOff) { EXPECT_EQ(nearest_name("quik", kSuites), "quick"); }

TEST(NearestName, SwappedNeighboursAreOneStep) { EXPECT_EQ(nearest_name("smkoe", kSuites), "smoke"); }

TEST(NearestName, NothingNear) { EXPECT_EQ(nearest_name("weekly-eu", kSuites), std::nullopt); }

TEST(NearestName, EmptyTextIsNearNothing) { EXPECT_EQ(nearest_name("", kSuites), std::nullopt); }

TEST(NearestName, NoCandidates) { EXPECT_EQ(nearest_name("quick", {}), std::nullopt); }

TEST(NearestName, HintNamesTheNearestAndAll) {
  EXPECT_EQ(hint_of_names("nigthly", kSuites), "did you mean 'nightly'? known: full, nightly, quick, smoke");
  EXPECT_EQ(hint_of_names("zzz", kSuites), "known: full, nightly, quick, smoke");
}

}  // namespace
}  // namespace roofgate
