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

TEST_F(StepLoss, SharesAddUpToTheLoss) {
  const double efficiency = 0.040 / 0.050;
  const ParallelLoss loss = step_loss(efficiency, overlap(1), &compute(), rank_skew(compute()));
  EXPECT_NEAR(*loss.exposed, 0.12, 1e-9);
  EXPECT_NEAR(*loss.skew, 0.08, 1e-3);  // 4 ms of 50
  EXPECT_NEAR(*loss.exposed + *loss.skew + loss.rest, 1.0 - efficiency, 1e-12);
  EXPECT_NEAR(loss.rest, 0.0, 1e-3);
}

TEST_F(StepLoss, WithoutComputeOnlyNothingIsCalledExposed) {
  const ParallelLoss loss = step_loss(0.8, overlap(1), nullptr, std::nullopt);
  EXPECT_FALSE(loss.exposed);
  EXPECT_FALSE(loss.skew);
  EXPECT_NEAR(loss.rest, 0.2, 1e-12);
}

TEST_F(StepLoss, OverlapThatIsFasterThanComputeIsNotNegative) {
  const ParallelLoss loss = step_loss(1.0, compute(), &overlap(1), std::nullopt);
  EXPECT_EQ(*loss.exposed, 0.0);
}

TEST(CollectiveLoss, IsSkewAndRest) {
  RankSkew skew;
  skew.ratio = 1.25;
  const ParallelLoss loss = collective_loss(0.7, skew);
  EXPECT_FALSE(loss.exposed);
  EXPECT_NEAR(*loss.skew, 0.2, 1e-12);
  EXPECT_NEAR(loss.rest, 0.1, 1e-12);
}

}  // namespace
}  // namespace roofgate
