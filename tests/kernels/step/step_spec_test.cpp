#include "kernels/step/step_spec.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

StepSpec spec() {
  StepSpec made;
  made.layers = 4;
  made.width = 1024;
  made.tokens = 256;
  made.bucket_bytes = 4 << 20;
  made.ranks = 2;
  return made;
}

TEST(StepSpec, IdNamesTheStackItsTokensAndItsBuckets) {
  EXPECT_EQ(spec().id(), "step/dp/overlap/weak/layers4width1024tokens256x1/bucket4194304/ranks2");
  StepSpec other = spec();
  other.variant = StepVariant::serial;
  other.scaling = StepScaling::strong;
  other.micro_batches = 8;
  other.recompute = true;
  EXPECT_EQ(other.id(), "step/dp/serial/strong/layers4width1024tokens256x8/bucket4194304/recompute/ranks2");
}

TEST(StepSpec, CountsSixOrEightFlopPerParameterAndToken) {
  StepSpec counted = spec();
  const double parameters = 4.0 * 1024 * 1024;
  EXPECT_EQ(counted.work().flops, Flops{6.0 * parameters * 256});
  counted.recompute = true;
  EXPECT_EQ(counted.work().flops, Flops{8.0 * parameters * 256});
  counted.micro_batches = 3;
  EXPECT_EQ(counted.work().flops, Flops{8.0 * parameters * 256 * 3});
}

// The count by hand for one layer of width 2 and one token: parameters 4, activation 2.
TEST(StepSpec, CountsEachProductsOperandsAndResult) {
  StepSpec small;
  small.layers = 1;
  small.width = 2;
  small.tokens = 1;
  small.bucket_bytes = 1;
  // Forward reads W, X (6), writes Y (2); dW reads X, dY (4), writes W (4); dX reads W, dY (6), writes X (2).
  EXPECT_EQ(small.work().bytes_read, Bytes{2.0 * 16});
  EXPECT_EQ(small.work().bytes_written, Bytes{2.0 * 8});
  small.micro_batches = 2;  // the second also reads the gradients
  EXPECT_EQ(small.work().bytes_read, Bytes{2.0 * (32 + 4)});
  small.micro_batches = 1;
  small.recompute = true;  // one more forward
  EXPECT_EQ(small.work().bytes_read, Bytes{2.0 * 22});
  EXPECT_EQ(small.work().bytes_written, Bytes{2.0 * 10});
}

TEST(StepSpec, OnlyWhatCommunicatesHasLinkBytes) {
  StepSpec step = spec();
  EXPECT_EQ(step.work().link_bytes, Bytes{2.0 * 4 * 1024 * 1024});
  step.variant = StepVariant::compute;
  EXPECT_EQ(step.work().link_bytes, Bytes{});
}

TEST(StepSpec, StrongScalingSharesTheTokens) {
  StepSpec step = spec();
  EXPECT_EQ(step.rank_tokens(), 256);
  EXPECT_EQ(step.step_tokens(), 512);
  step.scaling = StepScaling::strong;
  EXPECT_EQ(step.rank_tokens(), 128);
  EXPECT_EQ(step.step_tokens(), 256);
  EXPECT_TRUE(step.exists_among(4));
  EXPECT_FALSE(step.exists_among(3));
}

TEST(StepSpec, RefusesWhatCannotBe) {
  StepSpec step = spec();
  EXPECT_TRUE(step.validate());
  step.width = 0;
  EXPECT_EQ(step.validate().error().what, "width must be from 1 to 1048576, not 0");
  step = spec();
  step.bucket_bytes = -1;
  EXPECT_EQ(step.validate().error().what, "bucket_bytes must be from 1 to 1099511627776, not -1");
}

TEST(Buckets, CloseWhenTheyAreFullAndComeFromTheLastLayerDown) {
  StepSpec step = spec();  // layers of 2 MiB, buckets of 4 MiB
  step.layers = 5;
  const auto buckets = buckets_of(step);
  ASSERT_EQ(buckets.size(), 3U);
  EXPECT_EQ(buckets[0].first, 3);
  EXPECT_EQ(buckets[0].last, 4);
  EXPECT_EQ(buckets[1].first, 1);
  EXPECT_EQ(buckets[2].first, 0);
  EXPECT_EQ(buckets[2].last, 0);
}

TEST(Buckets, HoldALayerAtLeastAndAllAtMost) {
  StepSpec step = spec();
  step.bucket_bytes = 1;
  EXPECT_EQ(buckets_of(step).size(), 4U);
  step.bucket_bytes = std::int64_t{1} << 30;
  ASSERT_EQ(buckets_of(step).size(), 1U);
  EXPECT_EQ(buckets_of(step)[0].first, 0);
  EXPECT_EQ(buckets_of(step)[0].last, 3);
}

}  // namespace
}  // namespace roofgate
