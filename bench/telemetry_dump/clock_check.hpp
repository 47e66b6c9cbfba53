// A device that works at a clock that is no working clock: stuck by a fault of firmware, power supply or settings.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

/// "the clock stood at 132 MHz, 6 % of 2100 MHz, at 90 % utilisation or more" where the median clock of busy samples
/// (kBusyShare and more) is under half of the device's maximum or, where that is not told, under 300 MHz (accelerators
/// idle at 100 to 345 MHz).
[[nodiscard]] std::optional<std::string> stuck_clock(std::span<const DeviceSample> samples);

}  // namespace roofgate
