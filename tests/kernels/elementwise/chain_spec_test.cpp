#include "kernels/elementwise/chain_spec.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

using P = PointwiseOp;

ChainSpec chain(ChainVariant variant) {
  return ChainSpec{"bias_gelu_scale_residual", {P::bias, P::gelu, P::scale, P::residual}, variant, 1000, 0};
}

TEST(ChainSpec, IdNamesChainVariantAndSize) {
  EXPECT_EQ(chain(ChainVariant::fused).id(), "elementwise/bias_gelu_scale_residual/fused/n1000");
  EXPECT_EQ(chain(ChainVariant::graph).id(), "elementwise/bias_gelu_scale_residual/graph/n1000");
  ChainSpec offset = chain(ChainVariant::unfused);
  offset.pointer_offset = 1;
  EXPECT_EQ(offset.id(), "elementwise/bias_gelu_scale_residual/unfused/n1000/offset2");
}

// x, bias and residual are read once, y is written once.
TEST(ChainSpec, FusedMovesEachTensorOnce) {
  const Work work = chain(ChainVariant::fused).work();
  EXPECT_EQ(work.bytes_read, Bytes{3 * 2000.0});
  EXPECT_EQ(work.bytes_written, Bytes{2000.0});
  EXPECT_EQ(work.working_set, Bytes{4 * 2000.0});
  EXPECT_EQ(work.flops, Flops{11 * 1000.0});
  EXPECT_EQ(work.subject, Subject::bytes);
}

// Four launches read the running value, two of them a second tensor; four write.
TEST(ChainSpec, UnfusedMovesTheRunningValueAtEachOperation) {
  for (const ChainVariant variant : {ChainVariant::unfused, ChainVariant::graph}) {
    const Work work = chain(variant).work();
    EXPECT_EQ(work.bytes_read, Bytes{6 * 2000.0});
    EXPECT_EQ(work.bytes_written, Bytes{4 * 2000.0});
    EXPECT_EQ(work.working_set, Bytes{5 * 2000.0});
    EXPECT_EQ(work.flops, chain(ChainVariant::fused).work().flops);
  }
}

TEST(ChainSpec, OneOperationIsTheSameWorkFusedOrNot) {
  const ChainSpec fused{"scale1", {P::scale}, ChainVariant::fused, 64, 0};
  const ChainSpec unfused{"scale1", {P::scale}, ChainVariant::unfused, 64, 0};
  EXPECT_EQ(fused.work().bytes(), unfused.work().bytes());
  EXPECT_EQ(fused.work().working_set, unfused.work().working_set);
}

TEST(ChainSpec, RefusesWhatItCannotRun) {
  const auto what_of = [](ChainSpec spec) {
    const Result<void> valid = spec.validate();
    return valid ? std::string{"valid"} : valid.error().what;
  };
  EXPECT_EQ(what_of({"x", {}, ChainVariant::fused, 1, 0}), "a chain has 1 to 16 operations, not 0");
  EXPECT_EQ(what_of({"x", std::vector<P>(17, P::scale), ChainVariant::fused, 1, 0}),
            "a chain has 1 to 16 operations, not 17");
  EXPECT_EQ(what_of({"x", {P::scale}, ChainVariant::fused, 0, 0}), "a chain needs at least 1 element");
  EXPECT_EQ(what_of({"x", {P::scale}, ChainVariant::fused, 1, -1}), "pointer_offset must not be negative");
  EXPECT_EQ(what_of({"x", std::vector<P>(16, P::scale), ChainVariant::fused, 1, 0}), "valid");
}

TEST(PointwiseOp, NamesParseBackAndOperandsAreKnown) {
  for (const P op : {P::bias, P::gelu, P::scale, P::residual, P::silu, P::gate}) {
    EXPECT_EQ(parse_pointwise_op(name_of(op)).value(), op);
    EXPECT_EQ(has_operand(op), op == P::bias || op == P::residual || op == P::gate) << name_of(op);
  }
  const Result<P> parsed = parse_pointwise_op("relu");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(to_string(parsed.error()),
            "elementwise: unknown operation 'relu'\n  hint: use bias, gelu, scale, residual, silu or gate");
}

}  // namespace
}  // namespace roofgate
