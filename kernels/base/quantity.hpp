// Physical quantities as types: SI base units, only meaningful algebra, so that a time never becomes a rate.
// Not for text: bench/report/format.hpp is the one formatter.
#pragma once

#include <compare>

namespace roofgate {

/// Exponents of second, byte, floating-point operation and joule.
template <int SecondExp, int ByteExp, int FlopExp, int JouleExp>
struct Dimension {};

/// A double in the SI unit that `D` spells. Construction and extraction are explicit; the borders (CUDA, NVML,
/// JSON, text) carry the unit in the name of the bare number.
template <class D>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double value) : value_{value} {}
  [[nodiscard]] constexpr double value() const { return value_; }

  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.value_ + b.value_}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity{a.value_ - b.value_}; }
  friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity{a.value_ * factor}; }
  friend constexpr Quantity operator*(double factor, Quantity a) { return Quantity{a.value_ * factor}; }
  friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity{a.value_ / divisor}; }
  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }

 private:
  double value_ = 0.0;
};

template <int S1, int B1, int F1, int J1, int S2, int B2, int F2, int J2>
constexpr auto operator*(Quantity<Dimension<S1, B1, F1, J1>> a, Quantity<Dimension<S2, B2, F2, J2>> b) {
  return Quantity<Dimension<S1 + S2, B1 + B2, F1 + F2, J1 + J2>>{a.value() * b.value()};
}

template <int S1, int B1, int F1, int J1, int S2, int B2, int F2, int J2>
constexpr auto operator/(Quantity<Dimension<S1, B1, F1, J1>> a, Quantity<Dimension<S2, B2, F2, J2>> b) {
  return Quantity<Dimension<S1 - S2, B1 - B2, F1 - F2, J1 - J2>>{a.value() / b.value()};
}

using Ratio = Quantity<Dimension<0, 0, 0, 0>>;
using Seconds = Quantity<Dimension<1, 0, 0, 0>>;
using Hertz = Quantity<Dimension<-1, 0, 0, 0>>;
using Bytes = Quantity<Dimension<0, 1, 0, 0>>;
using Flops = Quantity<Dimension<0, 0, 1, 0>>;
using Joules = Quantity<Dimension<0, 0, 0, 1>>;
using Watts = Quantity<Dimension<-1, 0, 0, 1>>;
using BytesPerSecond = Quantity<Dimension<-1, 1, 0, 0>>;
using FlopsPerSecond = Quantity<Dimension<-1, 0, 1, 0>>;
using FlopsPerByte = Quantity<Dimension<0, -1, 1, 0>>;

/// A temperature on the Celsius scale: it compares and subtracts, and takes part in no other algebra.
class Celsius {
 public:
  constexpr Celsius() = default;
  constexpr explicit Celsius(double value) : value_{value} {}
  [[nodiscard]] constexpr double value() const { return value_; }
  friend constexpr auto operator<=>(Celsius, Celsius) = default;

 private:
  double value_ = 0.0;
};

}  // namespace roofgate
