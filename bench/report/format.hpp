// The one formatter of quantities: sizes binary (MiB), rates decimal (GB/s, TFLOP/s), times with three figures.
// What is not finite, as a share of nothing, is "-", the sign of an absent cell.
#pragma once

#include <optional>
#include <string>

#include "bench/record/record.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

[[nodiscard]] std::string format(Seconds time);            ///< "1.38 ms"
[[nodiscard]] std::string format(Bytes size);              ///< "256 MiB"
[[nodiscard]] std::string format(BytesPerSecond rate);     ///< "4.39 TB/s"
[[nodiscard]] std::string format(FlopsPerSecond rate);     ///< "797 TFLOP/s"
[[nodiscard]] std::string format(Hertz clock);             ///< "1755 MHz"
[[nodiscard]] std::string format_percent(Ratio ratio);     ///< "80.6 %"
[[nodiscard]] std::string format_change(double relative);  ///< "-31.4 %", "+0.2 %"
[[nodiscard]] std::string format_factor(double factor);    ///< "1.31"
[[nodiscard]] std::string format_metric(double value, const std::optional<MetricUnit>& derived);  ///< seconds if none
[[nodiscard]] std::string format_interval(double low, double high);  ///< of changes: "[-31.9, -30.8]", in percent
[[nodiscard]] std::string format_duration(
    Seconds time);  ///< how long a person waits: "8.2 s", "2 min 5 s", "3 h 20 min"

}  // namespace roofgate
