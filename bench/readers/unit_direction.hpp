// What a unit says of a figure: that it is a time, or which way it improves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/record/record.hpp"

namespace roofgate {

struct UnitMeaning {
  std::optional<double> seconds;  ///< of one unit, where it is a time
  std::optional<Better> better;   ///< absent where the unit says nothing: "Percent", "MB"
  double scale = 1.0;             ///< of one unit, in `unit`
  std::string unit = {};  ///< in which figures of this kind are kept, whatever they were written in: "s", "GB/s"
};

/// A figure times `scale` is in `unit`, so that nights in MB/s and in GiB/s are one series.
/// "ns/iter", "us", "ms/op", "sec": times. "ops/sec", "iter/s", "GB/s", "TFLOPS", "tokens/s": rates.
[[nodiscard]] UnitMeaning meaning_of_unit(std::string_view unit);

}  // namespace roofgate
