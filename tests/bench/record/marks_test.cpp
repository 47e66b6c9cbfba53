#include "bench/record/marks.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(Marks, AreFoundInAnyRoundTheFirstOfItsKind) {
  Case measured;
  measured.rounds.resize(3);
  measured.rounds[1].marks = {{MarkKind::unstable, "wide"}, {MarkKind::contended, "steal 12 %"}};
  measured.rounds[2].marks = {{MarkKind::contended, "steal 30 %"}};
  ASSERT_NE(find_mark(measured, MarkKind::contended), nullptr);
  EXPECT_EQ(find_mark(measured, MarkKind::contended)->evidence, "steal 12 %");
  EXPECT_TRUE(has_mark(measured, MarkKind::unstable));
  EXPECT_FALSE(has_mark(measured, MarkKind::wrong_result));
  EXPECT_EQ(find_mark(measured, MarkKind::wrong_result), nullptr);
}

TEST(Marks, OfOneRoundAreItsOwn) {
  Round round;
  EXPECT_FALSE(has_mark(round.marks, MarkKind::error));
  round.marks = {{MarkKind::unstable, ""}, {MarkKind::error, ""}};
  EXPECT_TRUE(has_mark(round.marks, MarkKind::error));
}

}  // namespace
}  // namespace roofgate
