#include "bench/scaling/bandwidths.hpp"

#include <gtest/gtest.h>

#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

/// Points into `record`.
WorldPoint point_of(const Record& record) {
  static std::vector<Series> series;
  series = *series_of(std::span{&record, 1});
  return series.front().points.front();
}

// 8 x H200, 16 GiB: 482.26 GB/s of bus bandwidth with NVLS over links of 450 GB/s (ml-engineering, network/README.md).
TEST(Bandwidths, OfNvlsOnOneNode) {
  const double time = 16 * kGiB * 1.75 / 482.26e9;
  Record record = sample::gpu_record({sample::with_algorithm(sample::allreduce_world(16 * kGiB, 8, {time}), "NVLS")});
  sample::place_ranks(record, record.cases[0].id, 8);
  const Bandwidths rates = bandwidths_of(Collective::allreduce, point_of(record));
  EXPECT_NEAR(rates.bus->value(), 482.26e9, 1e6);
  EXPECT_NEAR(rates.algorithm.value(), 275.6e9, 0.1e9);
  EXPECT_NEAR(rates.wire->value(), 310.0e9, 0.1e9);
  EXPECT_FALSE(rates.between_nodes);
}

TEST(Bandwidths, OfARingOverNodesAreAlsoPerAccelerator) {
  Record record = sample::gpu_record({sample::with_algorithm(sample::allreduce_world(1e9, 16, {0.02}), "RING")});
  sample::place_ranks(record, record.cases[0].id, 4);
  const Bandwidths rates = bandwidths_of(Collective::allreduce, point_of(record));
  EXPECT_NEAR(rates.bus->value(), 50e9 * 1.875, 1.0);
  EXPECT_NEAR(rates.between_nodes->value(), rates.bus->value() * 3 / 15, 1.0);
  EXPECT_NEAR(rates.between_nodes_wire->value(), rates.bus->value() / 4, 1.0);
  EXPECT_FALSE(rates.wire);
}

TEST(Bandwidths, WithoutAlgorithmOrNodesTheyAreNotGuessed) {
  const Record record = sample::gpu_record({sample::allreduce_world(1e9, 16, {0.02})});
  const Bandwidths rates = bandwidths_of(Collective::allreduce, point_of(record));
  EXPECT_TRUE(rates.bus);
  EXPECT_FALSE(rates.wire);
  EXPECT_FALSE(rates.between_nodes);
  EXPECT_FALSE(rates.between_nodes_wire);
}

TEST(Bandwidths, OfOneRankAreTheAlgorithmsAlone) {
  const Record record = sample::gpu_record({sample::allreduce_world(1e9, 1, {0.02})});
  const Bandwidths rates = bandwidths_of(Collective::allreduce, point_of(record));
  EXPECT_DOUBLE_EQ(rates.algorithm.value(), 50e9);
  EXPECT_FALSE(rates.bus);
}

// Rank r exchanges with r xor pairing: on two nodes of two, 1 stays inside and 2 crosses.
TEST(Bandwidths, PairsInsideANodeSendNothingBetweenNodes) {
  for (const double pairing : {1.0, 2.0}) {
    Case pairs = sample::world_case("send_recv", "send_recv/bytes1000000/ranks4", 4, {1e-3});
    pairs.parameters["pairing"] = pairing;
    pairs.work.subject = Subject::link_bytes;
    pairs.work.link_bytes = Bytes{1e6};
    Record record = sample::gpu_record({pairs});
    sample::place_ranks(record, pairs.id, 2);
    const Bandwidths rates = bandwidths_of(Collective::send_recv, point_of(record));
    EXPECT_EQ(rates.between_nodes.has_value(), pairing == 2.0);
    EXPECT_TRUE(rates.bus);
  }
}

}  // namespace
}  // namespace roofgate
