#include "bench/suite/gemm_ladder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace roofgate {
namespace {

GemmSpec nominal(Transpose a, Transpose b) {
  GemmSpec spec;
  spec.transpose_a = a;
  spec.transpose_b = b;
  spec.m = 4096;
  spec.n = 11008;
  spec.k = 28672;
  return spec;
}

TEST(GemmLadder, EachStepHasExactlyItsAlignmentInEveryLayout) {
  constexpr std::array kBoth{Transpose::none, Transpose::transposed};
  for (const Transpose a : kBoth) {
    for (const Transpose b : kBoth) {
      for (const int elements : {128, 64, 32, 16, 8, 4, 2, 1}) {
        const auto spec = ladder_variant(nominal(a, b), "align" + std::to_string(elements));
        ASSERT_TRUE(spec);
        EXPECT_EQ(spec->alignment(), elements);
        EXPECT_EQ(spec->m, 4096);
        EXPECT_EQ(spec->n, 11008);
        EXPECT_EQ(spec->k, elements == 128 ? 28672 : 28672 - elements);
      }
    }
  }
}

TEST(GemmLadder, OddLeadingDimensionKeepsTheShape) {
  const auto spec = ladder_variant(nominal(Transpose::transposed, Transpose::none), "oddld");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->lda(), 28673);
  EXPECT_EQ(spec->ldb(), 28673);
  EXPECT_EQ(spec->ldd(), 4097);
  EXPECT_EQ(spec->id(), "gemm/bf16/tn/m4096n11008k28672/align128/oddld");
}

TEST(GemmLadder, Offset2MovesPointersByOneElement) {
  const auto spec = ladder_variant(nominal(Transpose::transposed, Transpose::none), "offset2");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->pointer_offset, 1);
  EXPECT_EQ(spec->id(), "gemm/bf16/tn/m4096n11008k28672/align128/offset2");
}

TEST(GemmLadder, IdsOfAllVariantsDiffer) {
  std::set<std::string> ids;
  for (const char* variant :
       {"align128", "align64", "align32", "align16", "align8", "align4", "align2", "align1", "oddld", "offset2"}) {
    ids.insert(ladder_variant(nominal(Transpose::transposed, Transpose::none), variant)->id());
  }
  EXPECT_EQ(ids.size(), 10U);
}

TEST(GemmLadder, RefusesShapesThatAreNoMultipleOf256) {
  GemmSpec spec = nominal(Transpose::none, Transpose::none);
  spec.n = 4224;
  const auto refused = ladder_variant(spec, "align1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "n = 4224 is not a multiple of 256");
  EXPECT_EQ(refused.error().hint, "the alignment ladder starts from such shapes; use one, or leave \"align\" out");
}

TEST(GemmLadder, RefusesUnknownVariants) {
  const auto refused = ladder_variant(nominal(Transpose::none, Transpose::none), "align3");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "unknown alignment 'align3'");
  EXPECT_EQ(refused.error().hint, "use 128, 64, 32, 16, 8, 4, 2, 1, \"oddld\" or \"offset2\"");
}

}  // namespace
}  // namespace roofgate
