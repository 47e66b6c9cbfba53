#include "bench/gate/pattern.hpp"

#include <gtest/gtest.h>

#include <string>

namespace roofgate {
namespace {

TEST(Pattern, MatchesTheWholeId) {
  EXPECT_TRUE(matches("gemm/bf16/tn/m1n1k1/align1", "gemm/bf16/tn/m1n1k1/align1"));
  EXPECT_FALSE(matches("gemm", "gemm/bf16"));
  EXPECT_FALSE(matches("bf16", "gemm/bf16"));
}

TEST(Pattern, AStarCrossesSlashes) {
  EXPECT_TRUE(matches("gemm/*", "gemm/bf16/tn/m1n1k1/align1"));
  EXPECT_TRUE(matches("*/align1", "gemm/bf16/tn/m1n1k1/align1"));
  EXPECT_TRUE(matches("*bf16*align?", "gemm/bf16/tn/m1n1k1/align1"));
  EXPECT_FALSE(matches("*/align1", "gemm/align128"));
  EXPECT_TRUE(matches("*", ""));
}

TEST(Pattern, AQuestionMarkIsOneCharacter) {
  EXPECT_TRUE(matches("ranks?", "ranks2"));
  EXPECT_FALSE(matches("ranks?", "ranks"));
  EXPECT_FALSE(matches("ranks?", "ranks16"));
}

TEST(Pattern, ManyStarsDoNotExplode) {
  const std::string text(2000, 'a');
  EXPECT_FALSE(matches("*a*a*a*a*a*a*a*a*a*a*b", text));
}

}  // namespace
}  // namespace roofgate
