#include "bench/scaling/scaling.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/bench/roofline/sample_record.hpp"
#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

using sample::allreduce_world;
using sample::step_world;

/// A ring of 5 us per hop over links of 25 GB/s, in several worlds and sizes.
std::vector<Case> ring_cases(std::initializer_list<int> worlds) {
  std::vector<Case> cases;
  for (const int n : worlds) {
    for (double size = 8; size <= 1 << 26; size *= 16) {
      const double time = 2.0 * (n - 1) * 5e-6 + 2.0 * (n - 1) / n * size / 25e9;
      cases.push_back(allreduce_world(size, n, {time, time * 1.001, time * 1.002}));
    }
  }
  return cases;
}

TEST(Scaling, AStepsTableHasWhatAPlannerAsks) {
  std::vector<Record> records{sample::gpu_record({step_world("overlap", 1, {0.040}), step_world("overlap", 8, {0.050}),
                                                  step_world("serial", 8, {0.060}), step_world("compute", 8, {0.044}),
                                                  step_world("overlap", 16, {0.052})})};
  sample::place_ranks(records[0], "step/dp/overlap/weak/layers4/ranks8", 8);
  sample::place_ranks(records[0], "step/dp/overlap/weak/layers4/ranks16", 8);
  const auto scaling = scaling_of(records, sample::h200_peaks(), {});
  ASSERT_TRUE(scaling);
  const ScalingTable& table = scaling->tables.front();
  ASSERT_EQ(table.rows.size(), 3U);
  const ScalingRow& eight = table.rows[1];
  EXPECT_TRUE(table.rows[0].is_reference);
  EXPECT_NEAR(*eight.tokens_per_s, 8000 / 0.050, 1e-6);
  EXPECT_NEAR(eight.exposed->value(), 0.006, 1e-12);
  EXPECT_NEAR(*eight.overlap_efficiency, 10.0 / 16.0, 1e-9);
  EXPECT_NEAR(eight.efficiency->value, 0.8, 1e-12);
  // 6e9 FLOP per token, 1000 tokens per rank, 50 ms: 120 TFLOP/s of 989.
  EXPECT_NEAR(eight.mfu->value(), 6e9 * 1000 / 0.050 / 989e12, 1e-9);
  EXPECT_NEAR(*eight.loss->exposed + eight.loss->skew.value_or(0.0) + eight.loss->rest, 0.2, 1e-12);
  EXPECT_FALSE(eight.crosses_nodes);
  EXPECT_TRUE(table.rows[2].crosses_nodes);
  EXPECT_FALSE(table.rows[2].loss->exposed);  // no compute-only step of 16
}

TEST(Scaling, OversubscribedWorldsStandApart) {
  const std::vector<Record> records{sample::cpu_record(
      {allreduce_world(1e6, 2, {1e-3}), sample::with_mark(allreduce_world(1e6, 4, {9e-3}), MarkKind::oversubscribed)})};
  const auto scaling = scaling_of(records, {}, {});
  ASSERT_TRUE(scaling);
  const ScalingTable& table = scaling->tables.front();
  ASSERT_EQ(table.rows.size(), 1U);
  ASSERT_EQ(table.oversubscribed.size(), 1U);
  EXPECT_FALSE(table.oversubscribed[0].efficiency);
  EXPECT_TRUE(scaling->fits.empty());
}

TEST(Scaling, ASwitchOfAlgorithmIsMarked) {
  const std::vector<Record> records{
      sample::gpu_record({sample::with_algorithm(allreduce_world(1e6, 2, {1e-3}), "RING"),
                          sample::with_algorithm(allreduce_world(1e6, 4, {1e-3}), "RING"),
                          sample::with_algorithm(allreduce_world(1e6, 8, {1e-3}), "NVLS")})};
  const auto scaling = scaling_of(records, {}, {});
  ASSERT_TRUE(scaling);
  EXPECT_EQ(scaling->tables[0].rows[1].switched_from, "");
  EXPECT_EQ(scaling->tables[0].rows[2].switched_from, "RING SIMPLE");
}

TEST(Scaling, EveryWorldHasItsFit) {
  const std::vector<Record> records{sample::gpu_record(ring_cases({2, 4, 8}))};
  const auto scaling = scaling_of(records, {}, {});
  ASSERT_TRUE(scaling);
  ASSERT_EQ(scaling->fits.size(), 3U);
  EXPECT_EQ(scaling->fits[0].name, "allreduce/bf16/out_of_place");
  EXPECT_EQ(scaling->fits[2].ranks, 8);
  EXPECT_NEAR(scaling->fits[2].model.latency_s.value, 70e-6, 1e-6);
  EXPECT_TRUE(scaling->forecasts.empty());
}

TEST(Scaling, ExtrapolatesWhenAskedAndSaysWhichModelFits) {
  const std::vector<Record> records{sample::gpu_record(ring_cases({2, 4, 8}))};
  const auto scaling = scaling_of(records, {}, {{64, 65536}});
  ASSERT_TRUE(scaling);
  ASSERT_EQ(scaling->forecasts.size(), 2U);
  const WorldForecast& ring = scaling->forecasts[0];
  EXPECT_EQ(ring.model.topology(), Topology::ring);
  EXPECT_TRUE(ring.fits_best);
  EXPECT_FALSE(scaling->forecasts[1].fits_best);
  EXPECT_EQ(ring.fitted_ranks, (std::vector<int>{2, 4, 8}));
  const auto at = std::find_if(ring.forecasts.begin(), ring.forecasts.end(),
                               [](const Forecast& one) { return one.ranks == 64 && one.size == Bytes{8}; });
  ASSERT_NE(at, ring.forecasts.end());
  EXPECT_NEAR(at->prediction.time.value() / (126 * 5e-6), 1.0, 0.02);
}

TEST(Scaling, AModelOfTheNetworkIsFittedOnWorldsThatUseIt) {
  std::vector<Record> records{sample::gpu_record(ring_cases({2, 4, 16, 32}))};
  for (Case& measured : records[0].cases) {
    const int ranks = measured.rounds[0].world_size;
    if (ranks > 8) continue;
    for (Round& round : measured.rounds) {
      for (double& time : round.time_s) time /= 20;  // the links within a node
    }
  }
  const std::vector<Case> copies = records[0].cases;
  for (const Case& measured : copies) sample::place_ranks(records[0], measured.id, 8);
  const auto scaling = scaling_of(records, {}, {{64}});
  ASSERT_TRUE(scaling);
  EXPECT_EQ(scaling->forecasts[0].fitted_ranks, (std::vector<int>{16, 32}));
  EXPECT_EQ(scaling->forecasts[0].nodes, 4);
  EXPECT_LT(scaling->forecasts[0].model.worst_error(), 0.01);
}

TEST(Scaling, RecordsOfOtherSoftwareAreToldApart) {
  Record first = sample::gpu_record({allreduce_world(1e6, 2, {1e-3})});
  first.environment.software = {{"nccl", "2.19.3"}, {"driver", "580"}};
  Record second = sample::gpu_record({allreduce_world(1e6, 8, {1e-3})});
  second.environment.software = {{"nccl", "2.20.3"}, {"driver", "580"}};
  const std::vector<Record> records{first, second};
  const auto scaling = scaling_of(records, {}, {});
  ASSERT_TRUE(scaling);
  EXPECT_EQ(scaling->software_differences, std::vector<std::string>{"nccl 2.19.3, 2.20.3"});
}

// 21.37, 18.23, 15.93, 11.52, 9.96, 8.90, 8.26 and 4.07 GB/s of eight ranks whose windows hardly overlap add up to 98
// GB/s on a link of 50 (meta-pytorch/torchcomms issue 3941). A rate here is the message over the time of the slowest.
TEST(Scaling, RatesOfRanksAreNeverAdded) {
  const std::vector<double> rates{21.37, 18.23, 15.93, 11.52, 9.96, 8.90, 8.26, 4.07};
  Case measured = allreduce_world(1e9, 8, {1e9 / 4.07e9});
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    for (double& time : measured.rounds[0].rank_time_s[rank]) time = 1e9 / (rates[rank] * 1e9);
  }
  const std::vector<Record> records{sample::gpu_record({measured})};
  const auto scaling = scaling_of(records, {}, {});
  ASSERT_TRUE(scaling);
  const ScalingRow& row = scaling->tables[0].rows[0];
  EXPECT_NEAR(row.bandwidths->algorithm.value(), 4.07e9, 1e3);
  EXPECT_EQ(row.skew->slowest.rank, 7);
  EXPECT_NEAR(row.skew->ratio, 10.72 / 4.07, 0.02);  // the median rank: between 11.52 and 9.96
}

TEST(Scaling, RecomputedWorkCountsForTheHardwareAndNotForTheModel) {
  Case step = step_world("overlap", 8, {0.050});
  step.work.flops = Flops{8e9 * 1000};
  const std::vector<Record> records{sample::gpu_record({step_world("overlap", 1, {0.040}), step})};
  const auto scaling = scaling_of(records, sample::h200_peaks(), {});
  ASSERT_TRUE(scaling);
  const ScalingRow& row = scaling->tables.front().rows[1];
  EXPECT_NEAR(row.mfu->value(), 6e9 * 1000 / 0.050 / 989e12, 1e-9);
  EXPECT_NEAR(row.hfu->value(), 8e9 * 1000 / 0.050 / 989e12, 1e-9);
}

TEST(Scaling, ADisturbedReferenceHasNoEfficiency) {
  const std::vector<Record> records{
      sample::gpu_record({sample::with_mark(allreduce_world(1e6, 2, {1e-3}), MarkKind::contended),
                          sample::with_mark(allreduce_world(1e6, 4, {1e-3}), MarkKind::contended)})};
  const auto scaling = scaling_of(records, {}, {});
  ASSERT_TRUE(scaling);
  EXPECT_TRUE(scaling->tables[0].rows[0].is_reference);
  EXPECT_FALSE(scaling->tables[0].rows[0].efficiency);
  EXPECT_TRUE(scaling->tables[0].rows[1].efficiency);
}

// 12 us at any number of ranks and 300 GB/s of bus bandwidth: perfect, though bus bandwidth grows with the bus factor.
TEST(Scaling, LatencyThatDoesNotGrowIsNotASlowReference) {
  std::vector<Case> cases;
  for (const int n : {2, 8}) {
    for (const double size : {8.0, 65536.0, 4194304.0, 1073741824.0}) {
      const double time = 12e-6 + 2.0 * (n - 1) / n * size / 300e9;
      cases.push_back(allreduce_world(size, n, {time, time, time}));
    }
  }
  std::vector<Record> records{sample::gpu_record(cases)};
  const auto warnings_of = [&records] {
    const auto scaling = scaling_of(records, {}, {});
    std::vector<std::string> warnings;
    for (const ScalingTable& table : scaling->tables) warnings.push_back(table.rows[1].efficiency->warning);
    return warnings;
  };
  const std::string expected = "above 100 %: latency, which does not grow as the bus factor does from 2 to 8 ranks";
  EXPECT_EQ(warnings_of(), (std::vector<std::string>{expected, expected, expected, ""}));
  for (Round& round : records[0].cases[3].rounds) {
    for (double& time : round.time_s) time *= 1.3;
  }
  EXPECT_EQ(warnings_of()[3], "above 100 %: the reference of 2 ranks was slow, or the work differs");
}

TEST(Scaling, AMessageOfNothingHasNoEfficiency) {
  const std::vector<Record> records{
      sample::gpu_record({allreduce_world(1e6, 2, {1e-3}), allreduce_world(1e6, 8, {1e-3})})};
  std::vector<Record> empty = records;
  empty[0].cases[1].work.link_bytes = Bytes{};
  EXPECT_TRUE(scaling_of(records, {}, {})->tables[0].rows[1].efficiency);
  EXPECT_FALSE(scaling_of(empty, {}, {})->tables[0].rows[1].efficiency);
}

TEST(Scaling, RecordsOfOtherPowerLimitsOrDeviceCountsAreToldApart) {
  std::vector<Record> records{sample::gpu_record({allreduce_world(1e6, 2, {1e-3})}),
                              sample::gpu_record({allreduce_world(1e6, 8, {1e-3})})};
  EXPECT_TRUE(scaling_of(records, {}, {})->hardware_differences.empty());
  records[1].environment.devices.resize(4);
  EXPECT_EQ(scaling_of(records, {}, {})->hardware_differences, (std::vector<std::string>{"h200-x4", "h200-x8"}));
}

TEST(Scaling, AnExchangeThatNobodyNamesIsNoStep) {
  Case unnamed = sample::world_case("all_gather_or_all_to_all", "all_gather_or_all_to_all/bytes8/ranks4", 4, {1e-3});
  const std::vector<Record> records{sample::gpu_record({unnamed})};
  const auto scaling = scaling_of(records, {}, {});
  ASSERT_TRUE(scaling);
  EXPECT_EQ(scaling->tables[0].series->growth, Growth::message);
  EXPECT_FALSE(scaling->tables[0].rows[0].efficiency);
  EXPECT_FALSE(scaling->tables[0].rows[0].buckets);
}

}  // namespace
}  // namespace roofgate
