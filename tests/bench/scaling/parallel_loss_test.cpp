#include "bench/scaling/parallel_loss.hpp"

#include <gtest/gtest.h>

#include "bench/scaling/efficiency.hpp"
#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

const WorldPoint& point_of(const std::vector<Series>& all, const std::string& name, std::size_t index) {
  for (const Series& series : all) {
    if (series.name == name) return series.points[index];
  }
  ADD_FAILURE() << name;
  return all.front().points.front();
}

class StepLoss : public ::testing::Test {
 protected:
  // 40 ms alone. With 8: compute 44 ms (of which the slowest rank waits 10 %), serial 60, overlapped 50.
  StepLoss()
      : records_{sample::gpu_record({sample::step_world("overlap", 1, {0.040}),
                                     sample::step_world("overlap", 8, {0.050}),
                                     sample::step_world("serial", 8, {0.060}),
                                     sample::with_slow_rank(sample::step_world("compute", 8, {0.040}), 3, 1.1)})},
        series_{*series_of(records_)} {}

  [[nodiscard]] const WorldPoint& overlap(std::size_t index) const {
    return point_of(series_, "step/dp/overlap/weak/layers4", index);
  }
  [[nodiscard]] const WorldPoint& compute() const { return point_of(series_, "step/dp/compute/weak/layers4", 0); }
  [[nodiscard]] const WorldPoint& serial() const { return point_of(series_, "step/dp/serial/weak/layers4", 0); }

  std::vector<Record> records_;
  std::vector<Series> series_;
};

TEST_F(StepLoss, ExposedCommunicationIsWhatOverlappingLeft) {
  const StepVariants variants{&compute(), &serial(), &overlap(1)};
  EXPECT_NEAR(exposed_communication(overlap(1), variants)->value(), 0.006, 1e-12);
  EXPECT_NEAR(*overlap_efficiency(variants), 10.0 / 16.0, 1e-9);
  EXPECT_FALSE(exposed_communication(overlap(1), StepVariants{}));
  EXPECT_FALSE(overlap_efficiency({&compute(), nullptr, &overlap(1)}));
}

constexpr StepBuckets kOneRank{1.0, 0.0, 0.0};

TEST_F(StepLoss, SharesAddUpToTheLoss) {
  const double efficiency = 0.040 / 0.050;
  const StepBuckets shares = step_buckets(overlap(1), &compute(), rank_skew(compute()));
  const ParallelLoss loss = step_loss(efficiency, shares, kOneRank);
  EXPECT_NEAR(*loss.exposed, 0.12, 1e-9);
  EXPECT_NEAR(*loss.skew, 0.08, 1e-3);  // 4 ms of 50
  EXPECT_NEAR(*loss.exposed + *loss.skew + loss.rest, 1.0 - efficiency, 1e-12);
  EXPECT_NEAR(loss.rest, 0.0, 1e-3);
}

// 50 ms: 40 of the median rank's compute, 4 of its waiting for the slowest, 6 of communication.
TEST_F(StepLoss, TheStepIsComputeExposedCommunicationAndIdleness) {
  const StepBuckets shares = step_buckets(overlap(1), &compute(), rank_skew(compute()));
  EXPECT_NEAR(*shares.compute, 0.80, 1e-3);
  EXPECT_NEAR(*shares.exposed, 0.12, 1e-9);
  EXPECT_NEAR(*shares.idle, 0.08, 1e-3);
  EXPECT_NEAR(*shares.compute + *shares.exposed + *shares.idle, 1.0, 1e-12);
  const StepBuckets alone = step_buckets(overlap(0), nullptr, std::nullopt);
  EXPECT_EQ(alone.compute, 1.0);
  EXPECT_EQ(alone.exposed, 0.0);
  EXPECT_EQ(alone.idle, 0.0);
  const StepBuckets without_rank_times = step_buckets(overlap(1), &compute(), std::nullopt);
  EXPECT_NEAR(*without_rank_times.compute, 0.88, 1e-9);
  EXPECT_FALSE(without_rank_times.idle);
}

TEST_F(StepLoss, WhatTheReferenceLosesTooIsNoLossAgainstIt) {
  const StepBuckets same{0.8, 0.12, 0.08};
  const ParallelLoss loss = step_loss(1.0, same, same);
  EXPECT_EQ(*loss.exposed, 0.0);
  EXPECT_EQ(*loss.skew, 0.0);
  EXPECT_EQ(loss.rest, 0.0);
}

TEST_F(StepLoss, WithoutComputeOnlyNothingIsCalledExposed) {
  const StepBuckets shares = step_buckets(overlap(1), nullptr, std::nullopt);
  EXPECT_FALSE(shares.compute);
  const ParallelLoss loss = step_loss(0.8, shares, kOneRank);
  EXPECT_FALSE(loss.exposed);
  EXPECT_FALSE(loss.skew);
  EXPECT_NEAR(loss.rest, 0.2, 1e-12);
}

TEST_F(StepLoss, OverlapThatIsFasterThanComputeIsNotNegative) {
  const StepBuckets shares = step_buckets(compute(), &overlap(1), std::nullopt);
  EXPECT_EQ(*shares.exposed, 0.0);
  EXPECT_EQ(*shares.compute, 1.0);
}

RankSkew waiting(double ratio) {
  RankSkew skew;
  skew.waiting_ratio = ratio;
  return skew;
}

TEST(CollectiveLoss, IsSkewAndRest) {
  const ParallelLoss loss = collective_loss(0.7, waiting(1.25), waiting(1.0));
  EXPECT_FALSE(loss.exposed);
  EXPECT_NEAR(*loss.skew, 0.2, 1e-12);
  EXPECT_NEAR(loss.rest, 0.1, 1e-12);
}

// Both wait for a fifth of their time; at half the efficiency the reference's fifth is a tenth of this time.
TEST(CollectiveLoss, IsWithoutTheWaitingOfTheReference) {
  const ParallelLoss even = collective_loss(1.0, waiting(1.25), waiting(1.25));
  EXPECT_NEAR(*even.skew, 0.0, 1e-12);
  EXPECT_NEAR(even.rest, 0.0, 1e-12);
  const ParallelLoss half = collective_loss(0.5, waiting(1.25), waiting(1.25));
  EXPECT_NEAR(*half.skew, 0.1, 1e-12);
  EXPECT_NEAR(half.rest, 0.4, 1e-12);
  EXPECT_FALSE(collective_loss(0.5, waiting(1.25), std::nullopt).skew);
}

}  // namespace
}  // namespace roofgate
