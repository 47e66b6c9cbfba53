#include "bench/scaling/efficiency.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

using sample::allreduce_world;
using sample::step_world;

struct Table {
  std::vector<Record> records;
  std::vector<Series> series;

  explicit Table(std::vector<Record> given) : records{std::move(given)}, series{*series_of(records)} {}
  explicit Table(std::vector<Case> cases) : Table{std::vector<Record>{sample::gpu_record(std::move(cases))}} {}

  [[nodiscard]] std::optional<Efficiency> of(std::size_t point) const {
    const Series& first = series.front();
    return efficiency_of(first, first.points[point], *reference_of(first));
  }
};

TEST(Efficiency, WeakIsTimeOfOneOverTimeOfMany) {
  const Table table{{step_world("overlap", 1, {0.04}), step_world("overlap", 8, {0.05})}};
  EXPECT_DOUBLE_EQ(table.of(0)->value, 1.0);
  EXPECT_FALSE(table.of(0)->low);
  EXPECT_DOUBLE_EQ(table.of(1)->value, 0.8);
  EXPECT_EQ(table.of(1)->warning, "");
}

TEST(Efficiency, StrongDividesTheWork) {
  const Table table{{step_world("overlap", 1, {0.04}, "strong"), step_world("overlap", 4, {0.0125}, "strong")}};
  EXPECT_DOUBLE_EQ(table.of(1)->value, 0.8);
}

TEST(Efficiency, ACollectiveIsComparedByBusBandwidthWithItsSmallestWorldOfSeveral) {
  // A ring on equal links takes 2(n-1)/n times S/B: 1 at 2 ranks, 1.75 at 8.
  const Table table{
      {allreduce_world(1e9, 1, {0.001}), allreduce_world(1e9, 2, {0.01}), allreduce_world(1e9, 8, {0.0175})}};
  EXPECT_EQ(reference_of(table.series.front())->ranks, 2);
  EXPECT_FALSE(table.of(0));
  EXPECT_DOUBLE_EQ(table.of(1)->value, 1.0);
  EXPECT_NEAR(table.of(2)->value, 1.0, 1e-12);
}

// 8 bytes over 16 ranks are one element of each: 32 bytes.
TEST(Efficiency, MessagesThatAWorldRoundedUpCountAsTheyWere) {
  Case few = sample::world_case("all_gather", "all_gather/bf16/out_of_place/bytes8/ranks2", 2, {1e-6});
  Case many = sample::world_case("all_gather", "all_gather/bf16/out_of_place/bytes8/ranks16", 16, {7.5e-6});
  few.work.link_bytes = Bytes{8};
  many.work.link_bytes = Bytes{32};
  // Bus traffic 4 and 30 bytes.
  const Table table{{few, many}};
  EXPECT_NEAR(table.of(1)->value, 1.0, 1e-12);
}

TEST(Efficiency, IntervalHoldsBothTimes) {
  const Table table{{step_world("overlap", 1, {0.04}), step_world("overlap", 8, {0.05})}};
  // Both half widths are 0.1 %.
  const double half_width = std::sqrt(2.0) * std::log1p(0.001);
  EXPECT_NEAR(*table.of(1)->low, 0.8 * std::exp(-half_width), 1e-12);
  EXPECT_NEAR(*table.of(1)->high, 0.8 * std::exp(half_width), 1e-12);
}

TEST(Efficiency, OversubscribedWorldsHaveNoneAndAreNoReference) {
  const Table table{{sample::with_mark(allreduce_world(1e9, 2, {0.01}), MarkKind::oversubscribed),
                     allreduce_world(1e9, 4, {0.015}), allreduce_world(1e9, 8, {0.0175})}};
  EXPECT_EQ(reference_of(table.series.front())->ranks, 4);
  EXPECT_FALSE(table.of(0));
  EXPECT_TRUE(table.of(2));
}

TEST(Efficiency, ADisturbedWorldIsAReferenceOnlyWhereNothingElseIs) {
  const Table table{{sample::with_mark(step_world("overlap", 1, {0.05}), MarkKind::contended),
                     step_world("overlap", 2, {0.05}), step_world("overlap", 4, {0.05})}};
  EXPECT_EQ(reference_of(table.series.front())->ranks, 2);
  const Table only{
      {sample::with_mark(step_world("overlap", 1, {0.05}), MarkKind::contended), step_world("overlap", 2, {0.04})}};
  // The undisturbed world of 2 is the reference, and nothing is left to compare.
  EXPECT_EQ(reference_of(only.series.front())->ranks, 2);
}

TEST(Efficiency, NothingMeasuredHasNoReference) {
  const Table table{{sample::with_mark(step_world("overlap", 1, {0.05}), MarkKind::wrong_result)}};
  EXPECT_EQ(reference_of(table.series.front()), nullptr);
}

// H200, 8 GiB: 363 GB/s with 4 ranks (rings) and 473 with 8 (NVLS) read as 130 % (ml-engineering, network/README.md).
TEST(Efficiency, AboveOneIsASwitchOfAlgorithm) {
  const double bytes = 8.0 * 1024 * 1024 * 1024;
  const Table table{{sample::with_algorithm(allreduce_world(bytes, 4, {bytes * 1.5 / 363.3e9}), "RING"),
                     sample::with_algorithm(allreduce_world(bytes, 8, {bytes * 1.75 / 473.1e9}), "NVLS")}};
  EXPECT_NEAR(table.of(1)->value, 1.302, 0.001);
  EXPECT_EQ(table.of(1)->warning, "above 100 %: another algorithm than with 4 ranks (RING SIMPLE, NVLS SIMPLE)");
}

TEST(Efficiency, AboveOneMayBeCacheOrOtherWork) {
  Case one = step_world("overlap", 1, {0.04}, "strong");
  Case eight = step_world("overlap", 8, {0.0045}, "strong");
  eight.work.working_set = Bytes{1e8};
  const Table strong{{one, eight}};
  EXPECT_EQ(strong.of(1)->warning, "above 100 %: each rank's share is smaller and may stay in cache");

  Case changed = step_world("overlap", 8, {0.03});
  changed.work.flops = Flops{1e12};
  const Table weak{{step_world("overlap", 1, {0.04}), changed}};
  EXPECT_EQ(weak.of(1)->warning, "above 100 %: each rank does other work than in the reference");

  const Table slow{{step_world("overlap", 1, {0.04}), step_world("overlap", 8, {0.03})}};
  EXPECT_EQ(slow.of(1)->warning, "above 100 %: the reference of 1 ranks was slow, or the work differs");
}

TEST(Efficiency, AboveOneWithinItsIntervalIsNoise) {
  Case one = step_world("overlap", 1, {0.0412});
  one.rounds[0].interval_half_width = 0.05;
  const Table table{{one, step_world("overlap", 8, {0.04})}};
  EXPECT_GT(table.of(1)->value, 1.02);
  EXPECT_EQ(table.of(1)->warning, "");
}

// 2.786, 7.081 and 14.603 ms at 1, 2 and 4 ranks: several ranks on one GPU (CliMA/Oceananigans.jl issue 1882).
TEST(Efficiency, NoGainAtAllLooksSerialised) {
  const Table table{{step_world("overlap", 1, {2.786e-3}), step_world("overlap", 2, {7.081e-3}),
                     step_world("overlap", 4, {14.603e-3})}};
  for (const std::size_t point : {1U, 2U}) {
    EXPECT_EQ(table.of(point)->warning, "looks serialised: are the ranks on distinct devices?");
  }
  EXPECT_NEAR(table.of(1)->value, 0.39, 0.005);
  EXPECT_NEAR(table.of(2)->value, 0.19, 0.005);
}

TEST(Efficiency, SmallMessagesFallAsOneOverRanksByNature) {
  const Table table{{allreduce_world(8, 2, {1e-6}), allreduce_world(8, 8, {7e-6})}};
  EXPECT_EQ(table.of(1)->warning, "");
}

TEST(Efficiency, ACollectiveThatFallsAsOneOverRanksIsAskedAbout) {
  const Table table{{allreduce_world(1e9, 2, {0.01}), allreduce_world(1e9, 8, {0.07})}};
  EXPECT_NEAR(table.of(1)->value, 0.25, 1e-9);
  EXPECT_EQ(table.of(1)->warning, "falls as 1/ranks: do ranks share a device or a link?");
}

}  // namespace
}  // namespace roofgate
