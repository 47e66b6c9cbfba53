#include <gtest/gtest.h>

#include <vector>

#include "kernels/cuda/download.hpp"

namespace roofgate {
namespace {

TEST(CheckInSlabs, SlabsMakeTheWhole) {
  const std::size_t elements = 2 * kSlabElements + 5;
  std::size_t next = 0;
  const Result<Check> check =
      check_in_slabs(elements, "all", [&](std::size_t begin, std::size_t count) -> Result<Check> {
        EXPECT_EQ(begin, next);
        EXPECT_LE(count, kSlabElements);
        next = begin + count;
        return Check{true, begin == kSlabElements ? 0.75 : 0.5, "part"};
      });
  ASSERT_TRUE(check);
  EXPECT_EQ(next, elements);
  EXPECT_TRUE(check->passed);
  EXPECT_EQ(check->worst_error, 0.75);
  EXPECT_EQ(check->detail, "all");
}

TEST(CheckInSlabs, TheFirstWrongSlabEndsItAndSaysWhereItBegins) {
  int calls = 0;
  const Result<Check> check =
      check_in_slabs(3 * kSlabElements, "all", [&](std::size_t begin, std::size_t) -> Result<Check> {
        ++calls;
        return begin == 0 ? Check{true, 0.1, ""} : Check{false, 7.0, "element 3 is wrong"};
      });
  ASSERT_TRUE(check);
  EXPECT_EQ(calls, 2);
  EXPECT_FALSE(check->passed);
  EXPECT_EQ(check->worst_error, 7.0);
  EXPECT_EQ(check->detail, "from element " + std::to_string(kSlabElements) + ": element 3 is wrong");
}

TEST(CheckInSlabs, AnErrorIsPassedOn) {
  const Result<Check> check = check_in_slabs(
      1, "all", [](std::size_t, std::size_t) -> Result<Check> { return fail(ErrorKind::measurement, "device lost"); });
  ASSERT_FALSE(check);
  EXPECT_EQ(check.error().what, "device lost");
}

}  // namespace
}  // namespace roofgate
