#include "kernels/host/slice_queue.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace roofgate {
namespace {

bool is_empty(Slice slice) { return slice.begin == slice.end; }

TEST(SliceQueue, AThreadTakesItsOwnSliceFirstAndThenTheOthers) {
  SliceQueue queue{1000, 2, 100, 200};
  const auto begin_of_next = [&](int part) { return queue.next(part).begin; };
  EXPECT_EQ(begin_of_next(0), 0U);
  EXPECT_EQ(begin_of_next(1), 500U);
  EXPECT_EQ(begin_of_next(1), 700U);
  const Slice last_of_its_own = queue.next(1);
  EXPECT_EQ(last_of_its_own.begin, 900U);
  EXPECT_EQ(last_of_its_own.end, 1000U);
  EXPECT_EQ(begin_of_next(1), 200U);
  const Slice last = queue.next(1);
  EXPECT_EQ(last.begin, 400U);
  EXPECT_EQ(last.end, 500U);
  EXPECT_TRUE(is_empty(queue.next(1)));
  EXPECT_TRUE(is_empty(queue.next(0)));
}

TEST(SliceQueue, NothingToShareIsEmptyForAll) {
  SliceQueue queue{0, 3, 64, 64};
  for (int part = 0; part < 3; ++part) EXPECT_TRUE(is_empty(queue.next(part)));
}

std::vector<Slice> all_of(SliceQueue& queue, int part) {
  std::vector<Slice> taken;
  queue.take_all(part, [&](Slice slice) { taken.push_back(slice); });
  return taken;
}

TEST(SliceQueue, OnlyASliceOfEightChunksIsSharedOut) {
  SliceQueue small{3199, 2, 100, 200};
  const auto whole = all_of(small, 1);
  ASSERT_EQ(whole.size(), 1U) << "its own as a whole, and nothing of the other's";
  EXPECT_EQ(whole[0].begin, 1600U);
  EXPECT_EQ(whole[0].end, 3199U);
  EXPECT_EQ(all_of(small, 1).size(), 1U) << "without a restart";

  SliceQueue large{3200, 2, 100, 200};
  EXPECT_EQ(all_of(large, 0).size(), 16U) << "the other thread took nothing";
  EXPECT_TRUE(all_of(large, 1).empty());
  large.restart();
  EXPECT_EQ(all_of(large, 1).size(), 16U);
}

TEST(SliceQueue, ThreadsTakeEveryElementOnceInEveryRound) {
  for (const std::size_t total : {1UL, 64UL, 1'000UL, 100'003UL}) {
    for (const int parts : {1, 3, 4}) {
      SliceQueue queue{total, parts, 64, 192};
      std::vector<int> taken(total);
      for (int round = 1; round <= 3; ++round) {
        queue.restart();
        std::vector<std::thread> threads;
        for (int part = 0; part < parts; ++part) {
          threads.emplace_back([&, part] {
            for (Slice slice = queue.next(part); !is_empty(slice); slice = queue.next(part)) {
              for (std::size_t i = slice.begin; i < slice.end; ++i) ++taken[i];
            }
          });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(taken, std::vector<int>(total, round)) << total << " elements, " << parts << " threads";
      }
    }
  }
}

}  // namespace
}  // namespace roofgate
