#include "bench/roofline/case_facts.hpp"

#include <gtest/gtest.h>

#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

TEST(CaseFacts, ComputeDTypeIsTheUnitThatComputes) {
  EXPECT_EQ(compute_dtype(sample::gemm(1)), DType::bf16);
  EXPECT_EQ(compute_dtype(sample::chain(1)), DType::fp32);
  EXPECT_EQ(compute_dtype(sample::copy(1)), DType::fp32);
  EXPECT_EQ(compute_dtype(sample::fma_ceiling(1, 1)), DType::fp32);
  EXPECT_EQ(compute_dtype(sample::dot_ceiling(1, 1)), DType::bf16);
  EXPECT_EQ(compute_dtype(sample::launch_ceiling(1)), std::nullopt);
  EXPECT_EQ(compute_dtype(sample::allreduce(1, 8, 2)), std::nullopt);
}

TEST(CaseFacts, AProductOfAnUnknownTypeHasNone) {
  Case strange = sample::gemm(1);
  strange.id = "gemm/int8/tn";
  EXPECT_EQ(compute_dtype(strange), std::nullopt);
  strange.id = "gemm";
  EXPECT_EQ(compute_dtype(strange), std::nullopt);
}

TEST(CaseFacts, WarmIsAParameter) {
  Case measured = sample::copy(1);
  EXPECT_FALSE(is_warm(measured));
  measured.parameters["cache"] = std::string{"cold"};
  EXPECT_FALSE(is_warm(measured));
  measured.parameters["cache"] = std::string{"warm"};
  EXPECT_TRUE(is_warm(measured));
}

TEST(CaseFacts, WarmSmallDataIsResidentAndColdRotatesOutOfCache) {
  const Bytes cache{50e6};
  Case small = sample::copy(1, 13.1e6);  // 26.2 MB touched: the report of 118 % of peak on a 40 MB cache
  EXPECT_FALSE(is_cache_resident(small, cache));
  small.parameters["cache"] = std::string{"warm"};
  EXPECT_TRUE(is_cache_resident(small, cache));
}

TEST(CaseFacts, WarmLargeDataIsNotResident) {
  Case large = sample::copy(1, 1e9);
  large.parameters["cache"] = std::string{"warm"};
  EXPECT_FALSE(is_cache_resident(large, Bytes{50e6}));
}

TEST(CaseFacts, TinyColdDataThatCannotRotateFarEnoughIsResident) {
  EXPECT_TRUE(is_cache_resident(sample::copy(1, 8), Bytes{50e6}));
}

TEST(CaseFacts, WithoutACacheSizeNothingIsResident) {
  Case small = sample::copy(1, 8);
  small.parameters["cache"] = std::string{"warm"};
  EXPECT_FALSE(is_cache_resident(small, Bytes{0}));
}

TEST(CaseFacts, RanksAreTheWorldThatMeasured) {
  EXPECT_EQ(ranks_of(sample::gemm(1)), 1);
  EXPECT_EQ(ranks_of(sample::allreduce(1, 8, 4)), 4);
}

}  // namespace
}  // namespace roofgate
