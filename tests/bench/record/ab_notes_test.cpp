#include "bench/record/ab_notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roofgate {
namespace {

using testing::ElementsAre;

TEST(AbNotes, ComeBackAsTheyWerePut) {
  Record record;
  put_ab_notes(record, {"run1", 'b', balanced_order(3), "OMP_NUM_THREADS=1"});
  EXPECT_EQ(record.notes.at("ab_order"), "AB BA AB");
  const auto notes = ab_notes_of(record);
  ASSERT_TRUE(notes);
  EXPECT_EQ(notes->id, "run1");
  EXPECT_EQ(notes->side, 'b');
  EXPECT_THAT(notes->b_first, ElementsAre(false, true, false));
  EXPECT_EQ(notes->environment, "OMP_NUM_THREADS=1");
}

TEST(AbNotes, WhatIsNotWholeIsNone) {
  EXPECT_FALSE(ab_notes_of({}));
  for (const auto& [key, wrong] : {std::pair{kAbIdNote, ""}, {kAbSideNote, "c"}, {kAbOrderNote, "AB CD"}}) {
    Record record;
    put_ab_notes(record, {"run1", 'a', balanced_order(2), ""});
    record.notes[std::string{key}] = wrong;
    EXPECT_FALSE(ab_notes_of(record)) << key;
    record.notes.erase(std::string{key});
    EXPECT_FALSE(ab_notes_of(record)) << key;
  }
}

}  // namespace
}  // namespace roofgate
