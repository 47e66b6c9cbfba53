#include "bench/readers/unit_direction.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

void expect_meaning(const char* unit, double scale, const char* kept, std::optional<Better> better) {
  const UnitMeaning meaning = meaning_of_unit(unit);
  EXPECT_DOUBLE_EQ(meaning.scale, scale) << unit;
  EXPECT_EQ(meaning.unit, kept) << unit;
  EXPECT_EQ(meaning.better, better) << unit;
}

TEST(UnitMeaning, TimesAreSeconds) {
  expect_meaning("ns", 1e-9, "s", Better::lower);
  expect_meaning("ns/iter", 1e-9, "s", Better::lower);
  expect_meaning("us", 1e-6, "s", Better::lower);
  expect_meaning("ms/op", 1e-3, "s", Better::lower);
  expect_meaning("sec", 1.0, "s", Better::lower);
}

TEST(UnitMeaning, RatesAreInOneUnitOfTheirKind) {
  expect_meaning("GB/s", 1.0, "GB/s", Better::higher);
  expect_meaning("MB/s", 1e-3, "GB/s", Better::higher);
  expect_meaning("bytes/sec", 1e-9, "GB/s", Better::higher);
  expect_meaning("MiB/s", 1048576e-9, "GB/s", Better::higher);
  expect_meaning("GiB/s", 1.073741824, "GB/s", Better::higher);
  expect_meaning("Gb/s", 0.125, "GB/s", Better::higher);
  expect_meaning("gbps", 0.125, "GB/s", Better::higher);
  expect_meaning("GBps", 1.0, "GB/s", Better::higher);
  expect_meaning("B/ms", 1e-6, "GB/s", Better::higher);
  expect_meaning("TFLOPS", 1.0, "TFLOP/s", Better::higher);
  expect_meaning("GFLOP/s", 1e-3, "TFLOP/s", Better::higher);
  expect_meaning("ops/sec", 1.0, "ops/s", Better::higher);
  expect_meaning("kops/s", 1e3, "ops/s", Better::higher);
  expect_meaning("iter/ms", 1e3, "iter/s", Better::higher);
  expect_meaning("tokens/min", 1.0 / 60.0, "tokens/s", Better::higher);
  expect_meaning("widgets/s", 1.0, "widgets/s", Better::higher);
}

TEST(UnitMeaning, AnAmountSaysNoDirection) {
  expect_meaning("MB", 1e6, "bytes", std::nullopt);
  expect_meaning("KiB", 1024.0, "bytes", std::nullopt);
  expect_meaning("Percent", 1.0, "Percent", std::nullopt);
  expect_meaning("B/op", 1.0, "B/op", std::nullopt);
}

}  // namespace
}  // namespace roofgate
