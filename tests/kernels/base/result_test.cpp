#include "kernels/base/result.hpp"

#include <gtest/gtest.h>

#include "kernels/base/exit_status.hpp"

namespace roofgate {
namespace {

Result<int> half_of(int value) {
  if (value % 2 != 0) return fail(ErrorKind::input, "not even", "a.json: /value", "write an even number");
  return value / 2;
}

TEST(Result, CarriesAValueOrWhatWhereAndHint) {
  EXPECT_EQ(half_of(4).value(), 2);
  const Result<int> failed = half_of(3);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::input);
  EXPECT_EQ(to_string(failed.error()), "a.json: /value: not even\n  hint: write an even number");
}

TEST(Result, TextLeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_string(Error{ErrorKind::internal, "disk full", "", ""}), "disk full");
  EXPECT_EQ(to_string(Error{ErrorKind::internal, "disk full", "/tmp/x", ""}), "/tmp/x: disk full");
}

TEST(Result, AnErrorPassesOnUnchanged) {
  const auto pass_on = [](Error error) -> Result<void> { return fail(std::move(error)); };
  const Result<void> passed = pass_on(half_of(3).error());
  ASSERT_FALSE(passed);
  EXPECT_EQ(passed.error().hint, "write an even number");
}

TEST(ExitStatus, EachKindOfErrorHasOne) {
  EXPECT_EQ(exit_status_of(ErrorKind::usage), ExitStatus::usage);
  EXPECT_EQ(exit_status_of(ErrorKind::input), ExitStatus::usage);
  EXPECT_EQ(exit_status_of(ErrorKind::unavailable), ExitStatus::cannot_judge);
  EXPECT_EQ(exit_status_of(ErrorKind::measurement), ExitStatus::cannot_judge);
  EXPECT_EQ(exit_status_of(ErrorKind::internal), ExitStatus::wrong_result);
}

}  // namespace
}  // namespace roofgate
