#include "kernels/cuda/region_timer.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(PieceLaunches, KeepTheQueueUnderItsBound) {
  for (const std::size_t cost : {1, 2, 3, 16, 255, 256}) {
    EXPECT_LE(piece_launches(cost) * cost, kMaxQueuedLaunches) << cost;
    EXPECT_GT((piece_launches(cost) + 1) * cost, kMaxQueuedLaunches) << cost;
  }
}

TEST(PieceLaunches, OneLaunchAlwaysFits) {
  EXPECT_EQ(piece_launches(10000), 1U);
  EXPECT_EQ(piece_launches(0), kMaxQueuedLaunches);
}

}  // namespace
}  // namespace roofgate
