#include "kernels/base/dtype.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(DType, NamesParseBack) {
  for (const DType dtype : {DType::bf16, DType::fp16, DType::fp32, DType::fp64}) {
    EXPECT_EQ(parse_dtype(name_of(dtype)).value(), dtype);
  }
  EXPECT_EQ(size_of(DType::bf16), 2U);
  EXPECT_EQ(size_of(DType::fp16), 2U);
  EXPECT_EQ(size_of(DType::fp32), 4U);
  EXPECT_EQ(size_of(DType::fp64), 8U);
}

TEST(DType, AnUnknownNameSaysWhichThereAre) {
  const Result<DType> parsed = parse_dtype("bf61");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(to_string(parsed.error()), "unknown dtype 'bf61'\n  hint: use bf16, fp16, fp32 or fp64");
}

}  // namespace
}  // namespace roofgate
