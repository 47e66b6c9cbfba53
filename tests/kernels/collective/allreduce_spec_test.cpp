#include "kernels/collective/allreduce_spec.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

AllreduceSpec spec(DType dtype, bool in_place, std::int64_t bytes, int ranks) {
  AllreduceSpec made;
  made.dtype = dtype;
  made.in_place = in_place;
  made.bytes = bytes;
  made.ranks = ranks;
  return made;
}

TEST(AllreduceSpec, IdNamesTypePlaceBytesAndRanks) {
  EXPECT_EQ(spec(DType::bf16, false, 134217728, 8).id(), "allreduce/bf16/out_of_place/bytes134217728/ranks8");
  EXPECT_EQ(spec(DType::fp32, true, 8, 2).id(), "allreduce/fp32/in_place/bytes8/ranks2");
}

TEST(AllreduceSpec, TheMessageIsTheWorkAndBothBuffersTheWorkingSet) {
  const Work out = spec(DType::bf16, false, 1024, 4).work();
  EXPECT_EQ(out.subject, Subject::link_bytes);
  EXPECT_EQ(out.link_bytes, Bytes{1024});
  EXPECT_EQ(out.working_set, Bytes{2048});
  EXPECT_EQ(spec(DType::bf16, true, 1024, 4).work().working_set, Bytes{1024});
}

TEST(AllreduceSpec, RefusesOtherTypesAndBrokenSizes) {
  EXPECT_TRUE(spec(DType::bf16, false, 2, 1).validate());
  EXPECT_TRUE(spec(DType::fp32, false, std::int64_t{8} << 30, 8).validate());
  EXPECT_EQ(spec(DType::fp16, false, 8, 2).validate().error().what, "allreduce takes bf16 or fp32, not fp16");
  EXPECT_EQ(spec(DType::fp32, false, 6, 2).validate().error().what, "bytes must be a positive multiple of 4, not 6");
  EXPECT_EQ(spec(DType::bf16, false, 0, 2).validate().error().what, "bytes must be a positive multiple of 2, not 0");
  EXPECT_EQ(spec(DType::bf16, false, -2, 2).validate().error().what, "bytes must be a positive multiple of 2, not -2");
  EXPECT_EQ(spec(DType::bf16, false, 8, 0).validate().error().what, "ranks must be at least 1");
}

TEST(AllreduceSpec, BusFactorIsARingsTraffic) {
  EXPECT_DOUBLE_EQ(allreduce_bus_factor(1).value(), 0.0);
  EXPECT_DOUBLE_EQ(allreduce_bus_factor(2).value(), 1.0);
  EXPECT_DOUBLE_EQ(allreduce_bus_factor(8).value(), 1.75);
}

}  // namespace
}  // namespace roofgate
