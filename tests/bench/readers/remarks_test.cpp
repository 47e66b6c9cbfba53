#include "bench/readers/remarks.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(Remarks, CountsEveryRow) {
  Remarks remarks;
  EXPECT_EQ(remarks.summary(), "no row read");
  remarks.add_read();
  EXPECT_EQ(remarks.summary(), "1 of 1 row read");
  remarks.add_read(37);
  for (const char* line : {"line 3", "line 4", "line 5", "line 6"}) remarks.refuse("size 0: nothing was moved", line);
  remarks.doubt("not checked by the tool", "", 38);
  EXPECT_EQ(remarks.summary(), "38 of 42 rows read, 4 refused");
  ASSERT_EQ(remarks.all().size(), 2U);
  EXPECT_EQ(to_string(remarks.all()[0]), "4 refused: size 0: nothing was moved (line 3, line 4, line 5, …)");
  EXPECT_EQ(to_string(remarks.all()[1]), "38 doubtful: not checked by the tool");
}

TEST(Remarks, NotesAreSaidOnce) {
  Remarks remarks;
  remarks.note("no device is named");
  remarks.note("no device is named");
  ASSERT_EQ(remarks.all().size(), 1U);
  EXPECT_EQ(to_string(remarks.all()[0]), "no device is named");
}

TEST(Remarks, ReasonsWithoutNumberAreSummedUp) {
  Remarks remarks;
  for (int i = 0; i < 1000; ++i) remarks.refuse("reason " + std::to_string(i));
  EXPECT_EQ(remarks.rows_refused(), 1000U);
  EXPECT_EQ(remarks.all().size(), 101U);
  std::size_t told = 0;
  for (const Remark& remark : remarks.all()) told += remark.count;
  EXPECT_EQ(told, 1000U);
}

TEST(Remarks, Merge) {
  Remarks all;
  all.add_read(2);
  all.refuse("size 0", "line 1");
  Remarks more;
  more.add_read(3);
  more.refuse("size 0", "line 9");
  more.note("once");
  all.merge(more);
  EXPECT_EQ(all.summary(), "5 of 7 rows read, 2 refused");
  EXPECT_EQ(to_string(all.all()[0]), "2 refused: size 0 (line 1, line 9)");
  EXPECT_EQ(all.all()[1].count, 1U);
}

}  // namespace
}  // namespace roofgate
