#include "kernels/collective/collective_spec.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "kernels/collective/pairs.hpp"

namespace roofgate {
namespace {

CollectiveSpec spec(DType dtype, bool in_place, std::int64_t bytes, int ranks) {
  CollectiveSpec made;
  made.dtype = dtype;
  made.in_place = in_place;
  made.bytes = bytes;
  made.ranks = ranks;
  return made;
}

TEST(CollectiveSpec, IdNamesTypePlaceBytesAndRanks) {
  EXPECT_EQ(spec(DType::bf16, false, 134217728, 8).id(), "allreduce/bf16/out_of_place/bytes134217728/ranks8");
  EXPECT_EQ(spec(DType::fp32, true, 8, 2).id(), "allreduce/fp32/in_place/bytes8/ranks2");
}

TEST(CollectiveSpec, TheMessageIsTheWorkAndBothBuffersTheWorkingSet) {
  const Work out = spec(DType::bf16, false, 1024, 4).work();
  EXPECT_EQ(out.subject, Subject::link_bytes);
  EXPECT_EQ(out.link_bytes, Bytes{1024});
  EXPECT_EQ(out.working_set, Bytes{2048});
  EXPECT_EQ(spec(DType::bf16, true, 1024, 4).work().working_set, Bytes{1024});
}

TEST(CollectiveSpec, RefusesOtherTypesAndBrokenSizes) {
  EXPECT_TRUE(spec(DType::bf16, false, 2, 1).validate());
  EXPECT_TRUE(spec(DType::fp32, false, std::int64_t{8} << 30, 8).validate());
  EXPECT_EQ(spec(DType::fp16, false, 8, 2).validate().error().what, "allreduce takes bf16 or fp32, not fp16");
  EXPECT_EQ(spec(DType::fp32, false, 6, 2).validate().error().what, "bytes must be a positive multiple of 4, not 6");
  EXPECT_EQ(spec(DType::bf16, false, 0, 2).validate().error().what, "bytes must be a positive multiple of 2, not 0");
  EXPECT_EQ(spec(DType::bf16, false, -2, 2).validate().error().what, "bytes must be a positive multiple of 2, not -2");
  EXPECT_EQ(spec(DType::bf16, false, 8, 0).validate().error().what, "ranks must be at least 1");
}

CollectiveSpec of(CollectiveOp op, std::int64_t bytes, int ranks) {
  CollectiveSpec made = spec(DType::bf16, false, bytes, ranks);
  made.op = op;
  return made;
}

TEST(CollectiveSpec, IdSaysWhatIsNotUsual) {
  CollectiveSpec exchange = of(CollectiveOp::send_recv, 8, 4);
  EXPECT_EQ(exchange.id(), "send_recv/bf16/out_of_place/bytes8/ranks4");
  exchange.pairing = 2;
  EXPECT_EQ(exchange.id(), "send_recv/bf16/out_of_place/bytes8/pairing2/ranks4");
  CollectiveSpec gather = of(CollectiveOp::all_gather, 8, 4);
  gather.registered = true;
  EXPECT_EQ(gather.id(), "all_gather/bf16/out_of_place/bytes8/registered/ranks4");
}

TEST(CollectiveSpec, BuffersAreTheMessageOrABlockOfIt) {
  const CollectiveSpec scatter = of(CollectiveOp::reduce_scatter, 1024, 4);
  EXPECT_EQ(scatter.input_elements(), 512U);
  EXPECT_EQ(scatter.output_elements(), 128U);
  EXPECT_EQ(scatter.work().link_bytes, Bytes{1024});
  EXPECT_EQ(scatter.work().working_set, Bytes{1280});
  const CollectiveSpec gather = of(CollectiveOp::all_gather, 1024, 4);
  EXPECT_EQ(gather.input_elements(), 128U);
  EXPECT_EQ(gather.output_elements(), 512U);
  const CollectiveSpec all_to_all = of(CollectiveOp::all_to_all, 1024, 4);
  EXPECT_EQ(all_to_all.input_elements(), 512U);
  EXPECT_EQ(all_to_all.output_elements(), 512U);
  EXPECT_EQ(of(CollectiveOp::broadcast, 1024, 4).output_elements(), 512U);
}

TEST(CollectiveSpec, EveryRankHasAtLeastOneElement) {
  EXPECT_EQ(of(CollectiveOp::all_gather, 8, 16).work().link_bytes, Bytes{32});
  EXPECT_EQ(of(CollectiveOp::all_gather, 8, 3).work().link_bytes, Bytes{12});
  EXPECT_EQ(of(CollectiveOp::allreduce, 8, 16).work().link_bytes, Bytes{8});
}

TEST(CollectiveSpec, AnExchangeNeedsAPartnerAndIsOutOfPlace) {
  CollectiveSpec exchange = of(CollectiveOp::send_recv, 8, 4);
  EXPECT_FALSE(exchange.exists_among(1));
  EXPECT_TRUE(exchange.exists_among(2));
  exchange.pairing = 3;
  EXPECT_FALSE(exchange.exists_among(2));
  EXPECT_TRUE(exchange.exists_among(3));
  exchange.in_place = true;
  EXPECT_EQ(exchange.validate().error().what, "send_recv has no in_place form: a rank sends and receives at once");
  EXPECT_TRUE(of(CollectiveOp::broadcast, 8, 1).exists_among(1));
}

TEST(Pairs, EveryTwoRanksMeetOnce) {
  for (const int ranks : {1, 2, 3, 4, 5, 8, 13}) {
    std::set<std::pair<int, int>> met;
    for (int pairing = 1; pairing <= pairings_of(ranks); ++pairing) {
      for (int rank = 0; rank < ranks; ++rank) {
        const int partner = partner_of(rank, pairing, ranks);
        ASSERT_EQ(partner_of(partner, pairing, ranks), rank);
        if (partner <= rank) continue;
        EXPECT_TRUE(met.insert({rank, partner}).second) << rank << " and " << partner;
      }
    }
    EXPECT_EQ(met.size(), static_cast<std::size_t>(ranks * (ranks - 1) / 2)) << ranks;
  }
}

TEST(CollectiveSpec, BusFactorIsARingsTraffic) {
  EXPECT_DOUBLE_EQ(allreduce_bus_factor(1).value(), 0.0);
  EXPECT_DOUBLE_EQ(allreduce_bus_factor(2).value(), 1.0);
  EXPECT_DOUBLE_EQ(allreduce_bus_factor(8).value(), 1.75);
}

}  // namespace
}  // namespace roofgate
