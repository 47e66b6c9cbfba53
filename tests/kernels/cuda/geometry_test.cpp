#include "kernels/cuda/geometry.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace roofgate {
namespace {

constexpr int kH200Multiprocessors = 132;

TEST(GridBlocks, NothingIsStillOneBlock) { EXPECT_EQ(grid_blocks(0, 1024, kH200Multiprocessors), 1U); }

TEST(GridBlocks, RoundsUpAtTheBlockBoundary) {
  EXPECT_EQ(grid_blocks(1, 1024, kH200Multiprocessors), 1U);
  EXPECT_EQ(grid_blocks(1024, 1024, kH200Multiprocessors), 1U);
  EXPECT_EQ(grid_blocks(1025, 1024, kH200Multiprocessors), 2U);
}

TEST(GridBlocks, NeverMoreThanAreResident) {
  EXPECT_EQ(grid_blocks(std::int64_t{1} << 40, 1024, kH200Multiprocessors), 132U * 4U);
  EXPECT_EQ(grid_blocks(std::numeric_limits<std::int64_t>::max() / 2, 1, 1), 4U);
}

TEST(GridBlocks, ADeviceThatClaimsNoMultiprocessorGetsOneBlock) { EXPECT_EQ(grid_blocks(1 << 20, 1024, 0), 1U); }

TEST(SplitTail, VectorsAndRestMakeTheWhole) {
  for (const std::int64_t elements : {0, 1, 7, 8, 9, 15, 16, 1023, 1024, 1025}) {
    const TailSplit split = split_tail(elements, 8, true);
    EXPECT_EQ(split.vectors * 8 + split.tail, elements);
    EXPECT_LT(split.tail, 8);
  }
}

TEST(SplitTail, UnalignedIsAllTail) {
  const TailSplit split = split_tail(1024, 8, false);
  EXPECT_EQ(split.vectors, 0);
  EXPECT_EQ(split.tail, 1024);
}

TEST(AddressAlignment, IsTheLargestPowerOfTwoUpToTheLimit) {
  EXPECT_EQ(address_alignment(0x7f0000000000), 256U);
  EXPECT_EQ(address_alignment(0x7f0000000100), 256U);
  EXPECT_EQ(address_alignment(0x7f0000000080), 128U);
  EXPECT_EQ(address_alignment(0x7f0000000002), 2U);
  EXPECT_EQ(address_alignment(0x7f0000000001), 1U);
  EXPECT_EQ(address_alignment(0x7f0000000040, 16), 16U);
}

}  // namespace
}  // namespace roofgate
