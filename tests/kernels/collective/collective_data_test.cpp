// By definition: each collective's result written out element by element, from the inputs alone.
#include "kernels/collective/collective_data.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/collective/collective_check.hpp"

namespace roofgate {
namespace {

CollectiveSpec spec_of(CollectiveOp op, int ranks) {
  CollectiveSpec spec;
  spec.op = op;
  spec.dtype = DType::fp32;
  spec.bytes = 4 * 24;
  spec.ranks = ranks;
  return spec;
}

using Buffers = std::vector<std::vector<float>>;

Buffers inputs_of(CollectiveData& data, const CollectiveSpec& spec) {
  Buffers inputs(static_cast<std::size_t>(spec.ranks), std::vector<float>(spec.input_elements()));
  for (int rank = 0; rank < spec.ranks; ++rank) data.input(rank, 0, inputs[static_cast<std::size_t>(rank)]);
  return inputs;
}

/// MPI 3.1, chapter 5, without a library.
float result(CollectiveOp op, const Buffers& inputs, std::size_t rank, std::size_t element, std::size_t block) {
  const auto sum_at = [&](std::size_t at) {
    float sum = 0.0F;
    for (const auto& input : inputs) sum += input[at];
    return sum;
  };
  switch (op) {
    case CollectiveOp::allreduce:
      return sum_at(element);
    case CollectiveOp::reduce_scatter:
      return sum_at(rank * block + element);
    case CollectiveOp::all_gather:
      return inputs[element / block][element % block];
    case CollectiveOp::all_to_all:
      return inputs[element / block][rank * block + element % block];
    case CollectiveOp::broadcast:
      return inputs[0][element];
    case CollectiveOp::send_recv:
      break;
  }
  return inputs[rank ^ 1U][element];
}

class DataOf : public ::testing::TestWithParam<CollectiveOp> {};

TEST_P(DataOf, IsWhatTheCollectiveIsDefinedToGive) {
  for (const int ranks : {2, 4, 6}) {
    const CollectiveSpec spec = spec_of(GetParam(), ranks);
    CollectiveData data{spec, 5};
    const Buffers inputs = inputs_of(data, spec);
    for (int rank = 0; rank < ranks; ++rank) {
      std::vector<float> expected(data.defined_elements(rank));
      ASSERT_EQ(expected.size(), spec.output_elements());
      data.expected(rank, 0, expected);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(expected[i], result(GetParam(), inputs, static_cast<std::size_t>(rank), i, spec.block_elements()))
            << "rank " << rank << " of " << ranks << ", element " << i;
      }
      std::vector<float> middle(3);
      data.expected(rank, 1, middle);
      EXPECT_EQ(middle, std::vector<float>(expected.begin() + 1, expected.begin() + 4));
    }
  }
}

TEST_P(DataOf, IsExactInBf16AndTellsRanksAndSaltsApart) {
  const CollectiveSpec spec = spec_of(GetParam(), 4);
  CollectiveData data{spec, 5};
  CollectiveData other{spec, 6};
  const Buffers inputs = inputs_of(data, spec);
  const Buffers others = inputs_of(other, spec);
  EXPECT_NE(inputs[0], inputs[1]);
  EXPECT_NE(inputs[0], others[0]);
  for (const float value : inputs[0]) EXPECT_EQ(to_float(to_bf16(value)), value);
}

INSTANTIATE_TEST_SUITE_P(Ops, DataOf,
                         ::testing::Values(CollectiveOp::allreduce, CollectiveOp::reduce_scatter,
                                           CollectiveOp::all_gather, CollectiveOp::all_to_all, CollectiveOp::broadcast,
                                           CollectiveOp::send_recv),
                         [](const auto& op) { return std::string{name_of(op.param)}; });

TEST(CollectiveData, ARankWithoutAPartnerReceivesNothing) {
  CollectiveSpec spec = spec_of(CollectiveOp::send_recv, 3);
  CollectiveData data{spec, 1};
  EXPECT_EQ(data.defined_elements(1), 24U);
  EXPECT_EQ(data.defined_elements(2), 0U);
}

TEST(FirstDifference, SeesOneElementAndEveryNaN) {
  const std::vector<float> expected{1.0F, 0.0F, 3.0F};
  std::vector<float> got{1.0F, -0.0F, 3.0F};
  const auto look = [&] {
    return first_difference(reinterpret_cast<const std::byte*>(got.data()), DType::fp32, expected, 10);
  };
  EXPECT_FALSE(look());
  got[2] = 4.0F;
  ASSERT_TRUE(look());
  EXPECT_EQ(look()->element, 12U);
  EXPECT_EQ(look()->got, 4.0);
  EXPECT_EQ(look()->expected, 3.0);
  got[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(look()->element, 10U);
}

}  // namespace
}  // namespace roofgate
