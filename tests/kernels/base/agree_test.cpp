#include "kernels/base/agree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/kernels/base/thread_world.hpp"

namespace roofgate {
namespace {

// Every rank's view of agree(), rank i having `mine[i]`.
std::vector<Result<void>> agreed(const std::vector<Result<void>>& mine) {
  const int size = static_cast<int>(mine.size());
  SharedBoard board{size};
  std::vector<Result<void>> views(mine.size());
  std::vector<std::thread> ranks;
  for (int rank = 0; rank < size; ++rank) {
    ranks.emplace_back([&, rank] {
      ThreadWorld world{board, rank, size};
      views[static_cast<std::size_t>(rank)] = agree(world, mine[static_cast<std::size_t>(rank)]);
    });
  }
  for (std::thread& rank : ranks) rank.join();
  return views;
}

TEST(Agreement, AllFine) {
  for (const auto& view : agreed({{}, {}, {}})) EXPECT_TRUE(view);
}

TEST(Agreement, OneRanksErrorIsEveryRanksWithItsText) {
  Error error{ErrorKind::unavailable, "needs 12 GiB, 8 GiB are free", "allreduce", "use a smaller suite", true};
  for (const auto& view : agreed({{}, {}, fail(error), {}})) {
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().kind, ErrorKind::unavailable);
    EXPECT_EQ(view.error().what, "rank 2: allreduce: needs 12 GiB, 8 GiB are free\n  hint: use a smaller suite");
    EXPECT_TRUE(view.error().ends_process);
  }
}

TEST(Agreement, TheFirstRankThatFailedCounts) {
  for (const auto& view : agreed({{}, fail(ErrorKind::internal, "b"), fail(ErrorKind::unavailable, "c")})) {
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().what, "rank 1: b");
    EXPECT_EQ(view.error().kind, ErrorKind::internal);
    EXPECT_FALSE(view.error().ends_process);
  }
}

TEST(Agreement, WhatAllRanksSayAlikeIsNoOneRanks) {
  const auto lost = fail(Error{ErrorKind::measurement, "rank 1: the device is lost", "", "", true});
  for (const auto& view : agreed({lost, lost})) {
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().what, "rank 1: the device is lost");
    EXPECT_TRUE(view.error().ends_process);
  }
}

TEST(Agreement, EveryByteAndEveryLengthArrives) {
  std::string bytes;
  for (int byte = 255; byte >= 0; --byte) bytes += static_cast<char>(byte);
  for (const std::size_t length : {0U, 1U, 5U, 6U, 7U, 12U, 256U}) {
    const std::string text = bytes.substr(0, length);
    for (const auto& view : agreed({fail(ErrorKind::internal, text), {}})) {
      EXPECT_EQ(view.error().what, "rank 0: " + text) << length;
    }
  }
}

TEST(Agreement, LongTextsAreCut) {
  const auto views = agreed({fail(ErrorKind::internal, std::string(5000, 'x')), {}});
  EXPECT_EQ(views[1].error().what, "rank 0: " + std::string(600, 'x'));
}

TEST(Agreement, ALoneRanksErrorIsItsOwn) {
  SoloWorld world;
  const auto view = agree(world, fail(ErrorKind::usage, "what", "where", "hint"));
  ASSERT_FALSE(view);
  EXPECT_EQ(to_string(view.error()), "where: what\n  hint: hint");
}

}  // namespace
}  // namespace roofgate
