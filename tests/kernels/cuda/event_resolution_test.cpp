#include "kernels/cuda/event_resolution.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace roofgate {
namespace {

TEST(EventResolution, WithoutTwoDifferentTimesItIsTheDocumentedOne) {
  EXPECT_EQ(event_resolution({}), kDocumentedEventResolution);
  const std::vector<Seconds> same(5, Seconds{3e-6});
  EXPECT_EQ(event_resolution(same), kDocumentedEventResolution);
}

TEST(EventResolution, FindsTheStepOfACoarseTimer) {
  std::vector<Seconds> times;
  for (const int ticks : {3, 9, 1, 4, 4, 7, 2}) times.push_back(Seconds{ticks * 1.024e-6});
  EXPECT_NEAR(event_resolution(times).value(), 1.024e-6, 1e-15);
}

TEST(EventResolution, AFinerStepDoesNotMakeARegionMoreExact) {
  const std::vector<Seconds> times{Seconds{1.000e-6}, Seconds{1.032e-6}, Seconds{1.064e-6}};
  EXPECT_EQ(event_resolution(times), kDocumentedEventResolution);
}

TEST(EventResolution, RoundingOfTheReportedMillisecondsIsNoStep) {
  const std::vector<Seconds> times{Seconds{4e-6}, Seconds{4e-6 + 1e-13}, Seconds{6e-6}};
  EXPECT_NEAR(event_resolution(times).value(), 2e-6, 1e-12);
}

}  // namespace
}  // namespace roofgate
