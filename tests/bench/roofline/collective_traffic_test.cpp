#include "bench/roofline/collective_traffic.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

using enum Collective;
using Algorithm = CollectiveAlgorithm;

/// GB/s over each link when an allreduce reads `bus` GB/s of bus bandwidth.
double wire_of(double bus, Algorithm algorithm, int ranks) {
  return bus / bus_factor(allreduce, ranks).value() * wire_factor(allreduce, algorithm, ranks)->value();
}

TEST(CollectiveTraffic, BusFactorIsARings) {
  EXPECT_DOUBLE_EQ(bus_factor(allreduce, 1).value(), 0.0);
  EXPECT_DOUBLE_EQ(bus_factor(allreduce, 2).value(), 1.0);
  EXPECT_DOUBLE_EQ(bus_factor(allreduce, 8).value(), 1.75);
  for (const Collective half : {reduce_scatter, all_gather, all_to_all}) {
    EXPECT_DOUBLE_EQ(bus_factor(half, 8).value(), 0.875);
    EXPECT_DOUBLE_EQ(bus_factor(half, 1).value(), 0.0);
  }
  EXPECT_DOUBLE_EQ(bus_factor(broadcast, 8).value(), 1.0);
  EXPECT_DOUBLE_EQ(bus_factor(send_recv, 2).value(), 1.0);
}

// 8 x H200, 16 GiB: 482.26 GB/s of bus bandwidth with NVLS, 367.61 with rings, over links of 450 GB/s (ml-engineering,
// network/README.md).
TEST(CollectiveTraffic, WireIsBelowTheLinkWhereBusBandwidthIsNot) {
  EXPECT_NEAR(wire_of(482.26, Algorithm::nvls, 8), 310.0, 0.1);
  EXPECT_DOUBLE_EQ(wire_of(367.61, Algorithm::ring, 8), 367.61);
  EXPECT_LT(wire_of(482.26, Algorithm::nvls, 8), 450.0);
}

// About 275 GB/s of algorithm bandwidth stand beside 480 of bus bandwidth (nccl-tests issue 212).
TEST(CollectiveTraffic, AlgorithmBandwidthBesideBusBandwidth) {
  EXPECT_NEAR(480.0 / bus_factor(allreduce, 8).value(), 275.0, 1.0);
}

// 8 x B200: 845.67 at 16 GiB with NVLS, 682.2 at 8 GiB without, over links of 900 GB/s (ml-engineering).
TEST(CollectiveTraffic, WireOfB200) {
  EXPECT_NEAR(wire_of(845.67, Algorithm::nvls, 8), 543.6, 0.1);
  EXPECT_LT(wire_of(682.2, Algorithm::ring, 8), 900.0);
}

TEST(CollectiveTraffic, InNetworkReductionHalvesARingAtManyRanks) {
  const double ring = wire_factor(allreduce, Algorithm::ring, 10000)->value();
  EXPECT_NEAR(wire_factor(allreduce, Algorithm::nvls, 10000)->value() / ring, 0.5, 0.001);
}

TEST(CollectiveTraffic, NoAlgorithmUndercutsTheLeast) {
  for (const Collective collective : {allreduce, reduce_scatter, all_gather, all_to_all, broadcast, send_recv}) {
    for (const Algorithm algorithm : {Algorithm::ring, Algorithm::tree, Algorithm::nvls, Algorithm::direct}) {
      for (const int ranks : {1, 2, 3, 8, 72}) {
        const auto wire = wire_factor(collective, algorithm, ranks);
        if (!wire) continue;
        EXPECT_GE(wire->value(), least_wire_factor(collective, ranks).value());
      }
    }
  }
}

TEST(CollectiveTraffic, WhatNoAlgorithmIsKnownForHasNoWire) {
  EXPECT_FALSE(wire_factor(allreduce, Algorithm::unknown, 8));
  EXPECT_FALSE(wire_factor(all_to_all, Algorithm::ring, 8));
  EXPECT_FALSE(wire_factor(all_gather, Algorithm::tree, 8));
  EXPECT_FALSE(wire_factor(broadcast, Algorithm::nvls, 8));
  EXPECT_FALSE(wire_factor(allreduce, Algorithm::collnet, 8));
  EXPECT_FALSE(inter_node_wire_factor(allreduce, Algorithm::nvls, {16, 2}));
  EXPECT_FALSE(inter_node_wire_factor(allreduce, Algorithm::unknown, {16, 2}));
}

// 4 nodes of 8 x B200 over EFA, 50 GB/s per accelerator: 381.80 GB/s of bus bandwidth are 36.95 per accelerator
// (ml-engineering).
TEST(CollectiveTraffic, PerAcceleratorRateBetweenNodes) {
  const RankLayout layout{32, 4};
  const double rate = 381.80 / bus_factor(allreduce, 32).value() * inter_node_factor(allreduce, layout).value();
  EXPECT_NEAR(rate, 36.95, 0.01);
  EXPECT_NEAR(rate, 381.80 * 3.0 / 31.0, 1e-9);
}

// 2 nodes of 4 accelerators with 25 GB/s each: 158.5 GB/s of bus bandwidth exceed the node's 100 GB/s, which a ring
// cannot do; a tree's wire stays below. 4 nodes read 94.7, a ring's 23.7 per accelerator (tiberiuiancu/Simulon,
// JUPITER).
TEST(CollectiveTraffic, AFormulaForRingsDoesNotJudgeATree) {
  const auto per_accelerator = [](double bus, Algorithm algorithm, RankLayout layout) {
    return bus / bus_factor(allreduce, layout.ranks).value() *
           inter_node_wire_factor(allreduce, algorithm, layout)->value();
  };
  EXPECT_GT(per_accelerator(158.5, Algorithm::ring, {8, 2}), 25.0);
  EXPECT_NEAR(per_accelerator(158.5, Algorithm::tree, {8, 2}), 22.6, 0.1);
  EXPECT_NEAR(per_accelerator(94.7, Algorithm::ring, {16, 4}), 23.7, 0.1);
}

TEST(CollectiveTraffic, RateBetweenNodesOfTheOthers) {
  const RankLayout layout{16, 2};
  for (const Collective collective : {reduce_scatter, all_gather}) {
    const double bus = bus_factor(collective, 16).value();
    EXPECT_DOUBLE_EQ(inter_node_factor(collective, layout).value(), bus * 1.0 / 15.0);
  }
  EXPECT_DOUBLE_EQ(inter_node_factor(all_to_all, layout).value(), 0.5);
  EXPECT_DOUBLE_EQ(inter_node_factor(broadcast, layout).value(), 0.125);
  EXPECT_DOUBLE_EQ(inter_node_factor(allreduce, {8, 1}).value(), 0.0);
  EXPECT_DOUBLE_EQ(inter_node_wire_factor(allreduce, Algorithm::collnet, layout)->value(), 0.125);
  EXPECT_DOUBLE_EQ(inter_node_wire_factor(allreduce, Algorithm::direct, layout)->value(), 1.0);
}

TEST(CollectiveTraffic, NamesAreReadAsNcclWritesThem) {
  EXPECT_EQ(parse_collective_algorithm("Ring"), Algorithm::ring);
  EXPECT_EQ(parse_collective_algorithm("TREE"), Algorithm::tree);
  EXPECT_EQ(parse_collective_algorithm("NVLS"), Algorithm::nvls);
  EXPECT_EQ(parse_collective_algorithm("NVLSTree"), Algorithm::nvls_tree);
  EXPECT_EQ(parse_collective_algorithm("CollNetDirect"), Algorithm::collnet);
  EXPECT_EQ(parse_collective_algorithm("PAT"), Algorithm::unknown);
  EXPECT_EQ(collective_algorithm_of({{"algorithm", "Ring"}, {"protocol", "Simple"}}), Algorithm::ring);
  EXPECT_EQ(collective_algorithm_of({{"library", "NCCL 2.28"}}), Algorithm::unknown);
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::tree, Algorithm::nvls, Algorithm::nvls_tree,
                                    Algorithm::collnet, Algorithm::direct, Algorithm::unknown}) {
    EXPECT_EQ(parse_collective_algorithm(name_of(algorithm)), algorithm);
  }
}

TEST(CollectiveTraffic, KindsAreCollectivesOrNot) {
  for (const Collective collective : {allreduce, reduce_scatter, all_gather, all_to_all, broadcast, send_recv}) {
    EXPECT_EQ(collective_of(name_of(collective)), collective);
  }
  EXPECT_FALSE(collective_of("gemm"));
  EXPECT_FALSE(collective_of(""));
}

}  // namespace
}  // namespace roofgate
