#include "bench/roofline/placement.hpp"

#include <gtest/gtest.h>

#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

constexpr double kGemmFlops = 2.0 * 4096 * 4096 * 4096;

Placement place_in(const Record& record, std::size_t index = 0) {
  return place(record.cases[index], roofs_of(record, sample::h200_peaks()));
}

TEST(Placement, OfAProductIsComputeBound) {
  const double time_s = kGemmFlops / 800e12;
  const Placement placement = place_in(sample::cuda_record({sample::gemm(time_s, 1700e6)}));
  EXPECT_EQ(placement.bound, Bound::compute);
  EXPECT_NEAR(*placement.rate, 800e12, 1e3);
  EXPECT_NEAR(placement.of_roof->value(), 800.0 / 989.0, 1e-9);
  EXPECT_NEAR(placement.at_clock->value(), 800e12 / (132 * 2048 * 2 * 1700e6), 1e-9);
  EXPECT_EQ(placement.clock, Hertz{1700e6});
  EXPECT_FALSE(placement.of_ceiling);
  EXPECT_FALSE(placement.implausible);
}

TEST(Placement, AClockOfZeroIsNoClock) {
  const Placement placement = place_in(sample::cuda_record({sample::gemm(kGemmFlops / 800e12, 0)}));
  EXPECT_TRUE(placement.of_roof);
  EXPECT_FALSE(placement.clock);
  EXPECT_FALSE(placement.at_clock);
}

TEST(Placement, OfAChainIsMemoryBoundAndHasNoClockColumn) {
  const double bytes = 8.0 * 67108864;
  const Placement placement = place_in(sample::cuda_record({sample::chain(bytes / 4.4e12)}));
  EXPECT_EQ(placement.bound, Bound::memory);
  EXPECT_NEAR(*placement.rate, 4.4e12, 1e3);
  EXPECT_NEAR(placement.of_roof->value(), 4.4 / 4.8, 1e-9);
  EXPECT_FALSE(placement.at_clock);
}

TEST(Placement, ASmallProductIsBoundByItsMemory) {
  // m1 n4096 k4096: 2 FLOP per bf16 weight: 1 FLOP/byte.
  Case thin = sample::gemm(10e-6);
  thin.work.flops = Flops{2.0 * 4096 * 4096};
  thin.work.bytes_read = Bytes{2.0 * 4096 * 4096};
  thin.work.working_set = thin.work.bytes();
  const Placement placement = place_in(sample::cuda_record({thin}));
  EXPECT_EQ(placement.bound, Bound::memory);
  EXPECT_FALSE(placement.at_clock);
}

TEST(Placement, ATinyCaseIsBoundByTheMeasuredLaunch) {
  Case tiny = sample::copy(4e-6, 4096);
  tiny.parameters["cache"] = std::string{"cold"};
  const Placement placement = place_in(sample::cuda_record({tiny, sample::launch_ceiling(2e-6)}));
  EXPECT_TRUE(placement.cache_resident);  // 4096 sets of 8 KiB do not fill twice the L2
  const Placement larger = place_in(sample::cuda_record({sample::copy(4e-6, 65536), sample::launch_ceiling(2e-6)}));
  EXPECT_EQ(larger.bound, Bound::launch);
  EXPECT_NEAR(larger.of_roof->value(), 0.5, 1e-9);
}

TEST(Placement, ALaunchThatWasHiddenDoesNotBound) {
  const Placement placement = place_in(sample::cuda_record({sample::copy(1e-6, 65536), sample::launch_ceiling(2e-6)}));
  EXPECT_EQ(placement.bound, Bound::memory);
  EXPECT_NEAR(placement.of_roof->value(), 2 * 65536 / 4.8e12 / 1e-6, 1e-9);
}

TEST(Placement, CacheResidentDataGetNoMemoryPoint) {
  Case warm = sample::copy(11e-6, 13.1e6);
  warm.parameters["cache"] = std::string{"warm"};
  const Placement placement = place_in(sample::cuda_record({warm}));
  EXPECT_TRUE(placement.cache_resident);
  EXPECT_FALSE(placement.bound);
  EXPECT_FALSE(placement.of_roof);
  EXPECT_TRUE(placement.rate);
}

TEST(Placement, OfAnAllreduceIsLinkBoundByItsBusBandwidth) {
  const double bytes = 1e9;
  const Placement placement = place_in(sample::cuda_record({sample::allreduce(bytes / 200e9, bytes, 8)}));
  EXPECT_EQ(placement.bound, Bound::link);
  EXPECT_NEAR(*placement.rate, 200e9, 1.0);
  EXPECT_NEAR(*placement.bus_rate, 350e9, 1.0);
  EXPECT_NEAR(placement.of_roof->value(), 350.0 / 450.0, 1e-9);
}

TEST(Placement, AnAllreduceBeyondTheDevicesHasNoRoof) {
  const Placement placement = place_in(sample::cuda_record({sample::allreduce(1e-3, 1e6, 16)}));
  EXPECT_FALSE(placement.bound);
  EXPECT_FALSE(placement.of_roof);
  EXPECT_TRUE(placement.bus_rate);
}

TEST(Placement, OnAHostStandsUnderMeasuredCeilings) {
  const Record record =
      sample::host_record({sample::gemm(kGemmFlops / 200e9), sample::dot_ceiling(1.0, 250e9),
                           sample::chain(8.0 * 67108864 / 18e9), sample::copy(2 * 1073741824.0 / 20e9)});
  const Placement product = place_in(record, 0);
  EXPECT_FALSE(product.of_roof);
  EXPECT_NEAR(product.of_ceiling->value(), 0.8, 1e-9);
  EXPECT_EQ(product.bound, Bound::compute);
  const Placement chain = place_in(record, 2);
  EXPECT_NEAR(chain.of_ceiling->value(), 0.9, 1e-9);
  EXPECT_EQ(chain.bound, Bound::memory);
}

TEST(Placement, WhatDefinesACeilingIsNotPlacedUnderIt) {
  const Record record =
      sample::host_record({sample::dot_ceiling(1.0, 250e9), sample::copy(0.1), sample::copy(0.2, 1e9)});
  EXPECT_FALSE(place_in(record, 0).of_ceiling);
  EXPECT_FALSE(place_in(record, 1).of_ceiling);
  EXPECT_TRUE(place_in(record, 2).of_ceiling);
}

TEST(Placement, TheLaunchIsNotPlacedUnderItself) {
  const Placement placement = place_in(sample::cuda_record({sample::launch_ceiling(2e-6)}));
  EXPECT_EQ(placement.bound, Bound::launch);
  EXPECT_FALSE(placement.of_roof);
  EXPECT_FALSE(placement.of_ceiling);
  EXPECT_FALSE(placement.rate);
}

TEST(Placement, AWrongResultHasNeitherTimeNorRate) {
  Case wrong = sample::gemm(1e-3);
  wrong.rounds[0].marks = {{MarkKind::wrong_result, "element 3"}};
  const Placement placement = place_in(sample::cuda_record({wrong}));
  EXPECT_FALSE(placement.time);
  EXPECT_FALSE(placement.rate);
  ASSERT_EQ(placement.marks.size(), 1U);
  EXPECT_EQ(placement.marks[0].evidence, "element 3");
}

TEST(Placement, MarksOfAllRoundsAreKeptOncePerKind) {
  Case measured = sample::with_rounds(sample::gemm(1e-3), {1e-3, 1e-3, 1e-3});
  measured.rounds[0].marks = {{MarkKind::contended, "steal 3 %"}};
  measured.rounds[1].marks = {{MarkKind::contended, "steal 9 %"}};
  const Placement placement = place_in(sample::cuda_record({measured}));
  ASSERT_EQ(placement.marks.size(), 1U);
  EXPECT_FALSE(placement.disturbed);
}

TEST(Placement, EmulatedTimesAreNoPerformance) {
  Record record = sample::cuda_record({sample::gemm(1e-3)});
  record.environment.backend = "cuda-emulated";
  const Placement placement = place_in(record);
  EXPECT_FALSE(placement.time);
  EXPECT_FALSE(placement.rate);
  EXPECT_FALSE(placement.of_roof);
}

TEST(Placement, AFigureThatLintRefusesIsNoRoof) {
  PeaksDb db = sample::h200_peaks();
  db.devices[0].figures[PeakFigure::bf16_flops].value = 1979e12;  // sparse
  const Record record = sample::cuda_record({sample::gemm(kGemmFlops / 800e12)});
  const Roofs roofs = roofs_of(record, db);
  EXPECT_EQ(roofs.device->compute.at(DType::bf16).origin, RoofOrigin::derived);
  EXPECT_NEAR(roofs.device->compute.at(DType::bf16).value.value(), 132 * 2048 * 2 * 1980e6, 1.0);
}

}  // namespace
}  // namespace roofgate
