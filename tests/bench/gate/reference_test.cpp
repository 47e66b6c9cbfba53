#include "bench/gate/reference.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

struct Series {
  explicit Series(std::vector<bool> made_minutes_apart) : nights(made_minutes_apart.size()) {
    for (std::size_t i = 0; i < nights.size(); ++i) {
      nights[i].made_minutes_apart = made_minutes_apart[i];
      points.push_back({&nights[i], &measured});
    }
  }
  std::vector<Night> nights;
  CaseNight measured;
  std::vector<NightOfCase> points;
};

TEST(Reference, NightsMadeMinutesApartLeaveOnceFiveRealOnesAreThere) {
  const Series young{{true, true, true, false, false, false, false}};
  EXPECT_EQ(usable_nights(young.points).size(), 7U);
  const Series grown{{true, true, true, false, false, false, false, false}};
  EXPECT_EQ(usable_nights(grown.points).size(), 5U);
  EXPECT_FALSE(usable_nights(grown.points).front().night->made_minutes_apart);
}

TEST(Reference, TheWindowIsTheLastNights) {
  const Series series{std::vector<bool>(30, false)};
  const auto window = window_of(series.points, 20);
  ASSERT_EQ(window.size(), 20U);
  EXPECT_EQ(window.back().night, &series.nights.back());
}

TEST(Reference, TheAnchorIsTheFirstFiveOnceThereAreAsManyLaterOnes) {
  EXPECT_TRUE(anchor_of(Series{std::vector<bool>(9, false)}.points).empty());
  const Series series{std::vector<bool>(10, false)};
  const auto anchor = anchor_of(series.points);
  ASSERT_EQ(anchor.size(), kAnchorNights);
  EXPECT_EQ(anchor.front().night, &series.nights.front());
}

}  // namespace
}  // namespace roofgate
