#include "bench/roofline/attainable.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

/// 1000 FLOP/s, 10 bytes/s, 5 bytes/s over the link, 0.5 s per launch.
Roof roof() {
  Roof roof;
  roof.compute[DType::bf16] = {FlopsPerSecond{1000.0}, RoofOrigin::datasheet, "test"};
  roof.memory = {BytesPerSecond{10.0}, RoofOrigin::datasheet, "test"};
  roof.link = {BytesPerSecond{5.0}, RoofOrigin::datasheet, "test"};
  roof.launch = {Seconds{0.5}, RoofOrigin::measured, "test"};
  return roof;
}

Demand demand(double flops, double bytes, Subject subject) {
  Demand demand;
  demand.work.flops = Flops{flops};
  demand.work.bytes_read = Bytes{bytes};
  demand.work.subject = subject;
  demand.dtype = DType::bf16;
  return demand;
}

TEST(Attainable, AboveTheRidgePointComputeBounds) {
  const auto best = attainable(demand(4000, 10, Subject::flops), roof());  // 400 FLOP/byte, ridge 100
  ASSERT_TRUE(best);
  EXPECT_EQ(best->bound, Bound::compute);
  EXPECT_DOUBLE_EQ(best->time.value(), 4.0);
}

TEST(Attainable, BelowTheRidgePointMemoryBoundsEvenAProduct) {
  const auto best = attainable(demand(4000, 80, Subject::flops), roof());  // 50 FLOP/byte
  ASSERT_TRUE(best);
  EXPECT_EQ(best->bound, Bound::memory);
  EXPECT_DOUBLE_EQ(best->time.value(), 8.0);
}

TEST(Attainable, IsThePeakTimesIntensityBelowTheRidge) {
  // min(peak, intensity x bandwidth) = min(1000, 50 x 10) = 500 FLOP/s
  const auto best = attainable(demand(4000, 80, Subject::flops), roof());
  ASSERT_TRUE(best);
  EXPECT_DOUBLE_EQ(4000 / best->time.value(), 500.0);
}

TEST(Attainable, AnArithmeticHeavyChainIsComputeBound) {
  const auto best = attainable(demand(5000, 10, Subject::bytes), roof());
  ASSERT_TRUE(best);
  EXPECT_EQ(best->bound, Bound::compute);
}

TEST(Attainable, NothingBeatsTheLaunch) {
  const auto best = attainable(demand(10, 0.1, Subject::flops), roof());
  ASSERT_TRUE(best);
  EXPECT_EQ(best->bound, Bound::launch);
  EXPECT_DOUBLE_EQ(best->time.value(), 0.5);
}

TEST(Attainable, CollectivesAreBoundByTheLink) {
  Demand collective = demand(0, 0, Subject::link_bytes);
  collective.link_traffic = Bytes{15.0};
  const auto best = attainable(collective, roof());
  ASSERT_TRUE(best);
  EXPECT_EQ(best->bound, Bound::link);
  EXPECT_DOUBLE_EQ(best->time.value(), 3.0);
}

TEST(Attainable, BytesFromCacheHaveNoMemoryBound) {
  Demand resident = demand(4000, 80, Subject::flops);
  resident.from_memory = false;
  EXPECT_EQ(attainable(resident, roof())->bound, Bound::compute);
  Demand copy = demand(0, 80, Subject::bytes);
  copy.from_memory = false;
  EXPECT_FALSE(attainable(copy, roof()));
}

TEST(Attainable, WithoutTheLimitOfItsSubjectThereIsNone) {
  Roof partial = roof();
  partial.compute.clear();
  EXPECT_FALSE(attainable(demand(4000, 80, Subject::flops), partial));
  EXPECT_TRUE(attainable(demand(4000, 80, Subject::bytes), partial));
  partial.memory.reset();
  EXPECT_FALSE(attainable(demand(4000, 80, Subject::bytes), partial));
  EXPECT_FALSE(attainable(demand(0, 0, Subject::link_bytes), roof()));
}

TEST(Attainable, RidgePointIsPeakOverBandwidth) {
  EXPECT_DOUBLE_EQ(ridge_point(roof(), DType::bf16)->value(), 100.0);
  EXPECT_FALSE(ridge_point(roof(), DType::fp32));
}

TEST(Attainable, BoundsHaveNames) {
  EXPECT_EQ(name_of(Bound::compute), "compute");
  EXPECT_EQ(name_of(Bound::memory), "memory");
  EXPECT_EQ(name_of(Bound::launch), "launch");
  EXPECT_EQ(name_of(Bound::link), "link");
}

}  // namespace
}  // namespace roofgate
