#include "bench/derived/sibling_pairs.hpp"

#include <gmock/gmock.h>

#include "tests/bench/derived/sample_siblings.hpp"

namespace roofgate {
namespace {

TEST(SiblingPairs, PairsDifferInOneThingOnly) {
  Record record = sample::record_of({sample::rung("align128", 4096, {1.0}), sample::rung("align8", 4088, {1.0}),
                                     sample::chain("unfused", {1.0}), sample::chain("fused", {1.0})});
  for (Case& measured : record.cases) measured.parameters["cache"] = std::string{"cold"};
  ASSERT_EQ(sibling_pairs(record).size(), 2U);
  EXPECT_EQ(sibling_pairs(record)[0].kind, SiblingKind::alignment);
  EXPECT_EQ(sibling_pairs(record)[0].sibling_name, "align128");
  EXPECT_EQ(sibling_pairs(record)[1].kind, SiblingKind::fusion);
  EXPECT_EQ(sibling_pairs(record)[1].sibling->id, "elementwise/swiglu/unfused");
  record.cases[3].parameters["cache"] = std::string{"warm"};
  EXPECT_EQ(sibling_pairs(record).size(), 1U);
}

TEST(SiblingPairs, AParameterThatLooksLikeTwoIsNotTwo) {
  Record record = sample::record_of({sample::chain("unfused", {1.0}), sample::chain("fused", {1.0})});
  record.cases[0].parameters["a"] = std::string{"1|1:b=2:t2"};
  record.cases[1].parameters["a"] = std::string{"1"};
  record.cases[1].parameters["b"] = std::string{"2"};
  EXPECT_TRUE(sibling_pairs(record).empty());
}

}  // namespace
}  // namespace roofgate
