#include "bench/report/format.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace roofgate {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Format, TimesHaveThreeFigures) {
  EXPECT_EQ(format(Seconds{0.00138}), "1.38 ms");
  EXPECT_EQ(format(Seconds{367e-6}), "367 us");
  EXPECT_EQ(format(Seconds{2.1e-6}), "2.10 us");
  EXPECT_EQ(format(Seconds{41.2e-3}), "41.2 ms");
  EXPECT_EQ(format(Seconds{1234.5}), "1234 s");
  EXPECT_EQ(format(Seconds{3e-10}), "0.300 ns");
  EXPECT_EQ(format(Seconds{0}), "0 s");
  EXPECT_EQ(format(Seconds{-0.00138}), "-1.38 ms");
}

TEST(Format, RoundingUpChangesTheUnit) {
  EXPECT_EQ(format(Seconds{999.4e-6}), "999 us");
  EXPECT_EQ(format(Seconds{999.6e-6}), "1.00 ms");
  EXPECT_EQ(format(Seconds{9.996e-3}), "10.0 ms");
  EXPECT_EQ(format(Seconds{99.96e-3}), "100 ms");
  EXPECT_EQ(format(FlopsPerSecond{999.7e9}), "1.00 TFLOP/s");
}

TEST(Format, SizesAreBinaryAndExactOnesReadExactly) {
  EXPECT_EQ(format(Bytes{0}), "0 B");
  EXPECT_EQ(format(Bytes{8}), "8 B");
  EXPECT_EQ(format(Bytes{1023}), "1023 B");
  EXPECT_EQ(format(Bytes{1024}), "1 KiB");
  EXPECT_EQ(format(Bytes{1536}), "1.50 KiB");
  EXPECT_EQ(format(Bytes{268435456}), "256 MiB");
  EXPECT_EQ(format(Bytes{3.3e9}), "3.07 GiB");
  EXPECT_EQ(format(Bytes{1.5e15}), "1364 TiB");
}

TEST(Format, RatesAreDecimal) {
  EXPECT_EQ(format(BytesPerSecond{4.39e12}), "4.39 TB/s");
  EXPECT_EQ(format(BytesPerSecond{4.8e12}), "4.80 TB/s");
  EXPECT_EQ(format(BytesPerSecond{29.4e9}), "29.4 GB/s");
  EXPECT_EQ(format(FlopsPerSecond{797e12}), "797 TFLOP/s");
  EXPECT_EQ(format(FlopsPerSecond{1755e12}), "1755 TFLOP/s");
  EXPECT_EQ(format(FlopsPerSecond{0}), "0 FLOP/s");
}

TEST(Format, ClocksAreMegahertzInFull) {
  EXPECT_EQ(format(Hertz{1755e6}), "1755 MHz");
  EXPECT_EQ(format(Hertz{3.7e9}), "3700 MHz");
}

TEST(Format, WhatIsNoNumberIsADash) {
  EXPECT_EQ(format(Seconds{kNan}), "-");
  EXPECT_EQ(format(Bytes{kNan}), "-");
  EXPECT_EQ(format(Hertz{kNan}), "-");
  EXPECT_EQ(format_percent(Ratio{kNan}), "-");
  EXPECT_EQ(format_change(kNan), "-");
  EXPECT_EQ(format_duration(Seconds{kNan}), "-");
}

TEST(Format, WhatIsInfiniteIsADash) {
  for (const double infinity : {kInfinity, -kInfinity}) {
    EXPECT_EQ(format(Seconds{infinity}), "-");
    EXPECT_EQ(format(FlopsPerSecond{infinity}), "-");
    EXPECT_EQ(format_percent(Ratio{infinity}), "-");
    EXPECT_EQ(format_change(infinity), "-");
    EXPECT_EQ(format_factor(infinity), "-");
    EXPECT_EQ(format_duration(Seconds{infinity}), "-");
    EXPECT_EQ(format_metric(infinity, MetricUnit::ratio), "-");
  }
  EXPECT_EQ(format_metric(0, MetricUnit::seconds_per_byte), "-");
  EXPECT_EQ(format_interval(-kInfinity, 0.1), "-");
  EXPECT_EQ(format_interval(-0.5, kNan), "-");
  EXPECT_EQ(format_interval(-0.5, kInfinity), "[-50.0, > +999]");
}

TEST(Format, HugeValues) {
  EXPECT_EQ(format(BytesPerSecond{1e30}), "1.00e+18 TB/s");
  EXPECT_EQ(format_change(1e9), "+1.00e+11 %");
}

TEST(Format, Percent) {
  EXPECT_EQ(format_percent(Ratio{0.806}), "80.6 %");
  EXPECT_EQ(format_percent(Ratio{1.0}), "100.0 %");
  EXPECT_EQ(format_percent(Ratio{0.002}), "0.2 %");
  EXPECT_EQ(format_percent(Ratio{0.0001}), "0.01 %");
  EXPECT_EQ(format_percent(Ratio{0}), "0.0 %");
  EXPECT_EQ(format_percent(Ratio{12.7}), "1270 %");
}

TEST(Format, FactorHasTwoDecimals) { EXPECT_EQ(format_factor(1.307), "1.31"); }

TEST(Format, ChangeAlwaysHasItsSign) {
  EXPECT_EQ(format_change(-0.314), "-31.4 %");
  EXPECT_EQ(format_change(0.002), "+0.2 %");
  EXPECT_EQ(format_change(0.0), "0.0 %");
  EXPECT_EQ(format_change(-0.0001), "0.0 %");
}

TEST(Format, Duration) {
  EXPECT_EQ(format_duration(Seconds{0.82}), "0.8 s");
  EXPECT_EQ(format_duration(Seconds{45.2}), "45 s");
  EXPECT_EQ(format_duration(Seconds{59.7}), "1 min 0 s");
  EXPECT_EQ(format_duration(Seconds{125}), "2 min 5 s");
  EXPECT_EQ(format_duration(Seconds{12000}), "3 h 20 min");
}

TEST(Format, IntervalsThatSayNothingAreCapped) {
  EXPECT_EQ(format_interval(-0.319, -0.308), "[-31.9, -30.8]");
  EXPECT_EQ(format_interval(-0.99, 4.38e9), "[-99.0, > +999]");
}

TEST(Format, MetricsHaveTheirOwnUnit) {
  EXPECT_EQ(format_metric(1.5e-3, {}), "1.50 ms");
  EXPECT_EQ(format_metric(1.5, MetricUnit::ratio), "1.50");
  EXPECT_EQ(format_metric(2e-11, MetricUnit::seconds_per_byte), "50.0 GB/s");
}

}  // namespace
}  // namespace roofgate
