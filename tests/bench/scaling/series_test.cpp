#include "bench/scaling/series.hpp"

#include <gtest/gtest.h>

#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

using sample::allreduce_world;
using sample::cpu_record;
using sample::gpu_record;

TEST(Series, NameIsTheIdWithoutItsRanks) {
  EXPECT_EQ(series_name("allreduce/bf16/in_place/bytes8/ranks16"), "allreduce/bf16/in_place/bytes8");
  EXPECT_EQ(series_name("allreduce/bf16/in_place/bytes8/ranks16/warm"), "allreduce/bf16/in_place/bytes8/warm");
  EXPECT_EQ(series_name("gemm/bf16/tn/m8n8k8/align8"), "");
  EXPECT_EQ(series_name("allreduce/ranks"), "");
  EXPECT_EQ(series_name("allreduce/ranksx"), "");
  EXPECT_EQ(series_name("allreduce/ranks0"), "");
  EXPECT_EQ(series_name("allreduce/ranks99999999999999999999"), "");
  EXPECT_EQ(series_name(""), "");
}

TEST(Series, OneRecordWithManyWorldsAndManyWithOneAreTheSame) {
  const std::vector<Record> one{cpu_record({allreduce_world(8, 2, {2e-6}), allreduce_world(8, 1, {1e-6})})};
  std::vector<Record> many{cpu_record({allreduce_world(8, 2, {2e-6})}), cpu_record({allreduce_world(8, 1, {1e-6})})};
  for (const auto& records : {one, many}) {
    const auto series = series_of(records);
    ASSERT_TRUE(series) << to_string(series.error());
    ASSERT_EQ(series->size(), 1U);
    const Series& only = series->front();
    EXPECT_EQ(only.collective, Collective::allreduce);
    EXPECT_EQ(only.size, Bytes{8});
    ASSERT_EQ(only.points.size(), 2U);
    EXPECT_EQ(only.points[0].ranks, 1);
    EXPECT_EQ(only.points[1].ranks, 2);
    EXPECT_EQ(only.points[1].time(), Seconds{2e-6});
  }
}

TEST(Series, WeakAndStrongAreNeverOneSeries) {
  const std::vector<Record> records{
      cpu_record({sample::step_world("overlap", 1, {1.0}), sample::step_world("overlap", 2, {1.0}, "strong")})};
  const auto series = series_of(records);
  ASSERT_TRUE(series);
  ASSERT_EQ(series->size(), 2U);
  EXPECT_EQ((*series)[0].growth, Growth::weak);
  EXPECT_EQ((*series)[1].growth, Growth::strong);
}

TEST(Series, OneCaseInTwoRecordsIsAMistake) {
  const std::vector<Record> records{cpu_record({allreduce_world(8, 2, {2e-6})}),
                                    cpu_record({allreduce_world(8, 2, {2e-6})})};
  const auto series = series_of(records);
  ASSERT_FALSE(series);
  EXPECT_EQ(series.error().kind, ErrorKind::input);
  EXPECT_EQ(series.error().what,
            "allreduce/bf16/out_of_place/bytes8/ranks2 is in two records: 2026-11-29-cpu and "
            "2026-11-29-cpu");
}

TEST(Series, DifferentMachinesMakeNoTable) {
  const std::vector<Record> records{cpu_record({allreduce_world(8, 2, {2e-6})}),
                                    gpu_record({allreduce_world(8, 4, {2e-6})})};
  const auto series = series_of(records);
  ASSERT_FALSE(series);
  EXPECT_NE(series.error().what.find("host AMD EPYC and cuda NVIDIA H200"), std::string::npos) << series.error().what;
}

TEST(Series, ADeviceCountMayDiffer) {
  Record alone = gpu_record({allreduce_world(8, 1, {2e-6})});
  alone.environment.devices.resize(1);
  const std::vector<Record> records{alone, gpu_record({allreduce_world(8, 8, {2e-6})})};
  EXPECT_TRUE(series_of(records));
}

TEST(Series, EmulatedTimesAreRefused) {
  std::vector<Record> records{gpu_record({allreduce_world(8, 2, {2e-6})})};
  records[0].environment.backend = "cuda-emulated";
  const auto series = series_of(records);
  ASSERT_FALSE(series);
  EXPECT_EQ(series.error().kind, ErrorKind::unavailable);
}

TEST(Series, AWrongResultHasNoTime) {
  const std::vector<Record> records{
      cpu_record({sample::with_mark(allreduce_world(8, 2, {2e-6}), MarkKind::wrong_result)})};
  const auto series = series_of(records);
  ASSERT_TRUE(series);
  EXPECT_FALSE(series->front().points.front().timing);
}

TEST(Series, OversubscribedAndAlgorithmAreToldPerWorld) {
  std::vector<Record> records{
      gpu_record({sample::with_algorithm(allreduce_world(8, 2, {2e-6}), "RING"),
                  sample::with_mark(allreduce_world(8, 16, {2e-6}), MarkKind::oversubscribed)})};
  sample::place_ranks(records[0], "allreduce/bf16/out_of_place/bytes8/ranks16", 8);
  const auto series = series_of(records);
  ASSERT_TRUE(series);
  const auto& points = series->front().points;
  EXPECT_EQ(points[0].algorithm, CollectiveAlgorithm::ring);
  EXPECT_EQ(points[0].algorithm_name, "RING SIMPLE");
  EXPECT_FALSE(points[0].is_oversubscribed);
  EXPECT_EQ(points[0].nodes, 0);
  EXPECT_TRUE(points[1].is_oversubscribed);
  EXPECT_EQ(points[1].nodes, 2);
}

}  // namespace
}  // namespace roofgate
