#include "kernels/ceiling/ceiling_spec.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(CeilingSpec, IdsAndNames) {
  EXPECT_EQ(CeilingSpec{CeilingOp::fma_fp32}.id(), "ceiling/fma_fp32");
  EXPECT_EQ(CeilingSpec{CeilingOp::dot_bf16}.id(), "ceiling/dot_bf16");
  EXPECT_EQ(CeilingSpec{CeilingOp::launch}.id(), "ceiling/launch");
  for (const CeilingOp op : {CeilingOp::fma_fp32, CeilingOp::dot_bf16, CeilingOp::launch}) {
    EXPECT_EQ(parse_ceiling_op(name_of(op)).value(), op);
  }
}

TEST(CeilingSpec, AnUnknownNameSaysWhichThereAre) {
  const Result<CeilingOp> parsed = parse_ceiling_op("fma_fp64");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(to_string(parsed.error()), "ceiling: unknown ceiling 'fma_fp64'\n  hint: use fma_fp32, dot_bf16 or launch");
}

}  // namespace
}  // namespace roofgate
