#include "kernels/base/quantity.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <type_traits>

namespace roofgate {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Comparable = requires(A a, B b) {
  a < b;
};

TEST(Quantity, DivisionAndProductGiveTheRightDimension) {
  static_assert(std::same_as<decltype(Bytes{} / Seconds{}), BytesPerSecond>);
  static_assert(std::same_as<decltype(Flops{} / Seconds{}), FlopsPerSecond>);
  static_assert(std::same_as<decltype(Flops{} / Bytes{}), FlopsPerByte>);
  static_assert(std::same_as<decltype(FlopsPerByte{} * BytesPerSecond{}), FlopsPerSecond>);
  static_assert(std::same_as<decltype(Joules{} / Seconds{}), Watts>);
  static_assert(std::same_as<decltype(Ratio{} / Seconds{}), Hertz>);
  static_assert(std::same_as<decltype(Seconds{} / Seconds{}), Ratio>);
  EXPECT_DOUBLE_EQ((Bytes{6.0} / Seconds{2.0}).value(), 3.0);
  EXPECT_DOUBLE_EQ((FlopsPerByte{4.0} * BytesPerSecond{0.5}).value(), 2.0);
}

TEST(Quantity, WrongMixesDoNotCompile) {
  static_assert(Addable<Seconds, Seconds>);
  static_assert(!Addable<Seconds, Bytes>);
  static_assert(!Addable<Seconds, double>);
  static_assert(!Addable<Celsius, Celsius>);
  static_assert(!Comparable<Flops, Bytes>);
  static_assert(!Comparable<Seconds, double>);
  static_assert(!std::is_convertible_v<double, Seconds>);
  static_assert(!std::is_convertible_v<Seconds, double>);
  static_assert(!std::is_convertible_v<Bytes, Flops>);
}

TEST(Quantity, AlgebraWithinADimension) {
  Bytes sum{1.0};
  sum += Bytes{2.0};
  EXPECT_EQ(sum, Bytes{3.0});
  EXPECT_EQ(sum - Bytes{1.0}, Bytes{2.0});
  EXPECT_EQ(2.0 * sum, sum * 2.0);
  EXPECT_EQ(sum / 2.0, Bytes{1.5});
  EXPECT_LT(Bytes{1.0}, sum);
  EXPECT_EQ(Bytes{}.value(), 0.0);
  EXPECT_LT(Celsius{20.0}, Celsius{30.0});
}

}  // namespace
}  // namespace roofgate
