// What a stretch of a dump says of one device, as our own telemetry would have said it.
#pragma once

#include <span>

#include "bench/record/record.hpp"
#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

/// Clocks and reasons are those of samples in which something ran, if there are any. Of idle ones only slowdowns by
/// heat and power supply count: a power cap or a low clock at rest is no throttling.
[[nodiscard]] TelemetrySummary summarise(std::span<const DeviceSample> samples);

/// The reasons by which a device protects itself, NVML's bits: hw_slowdown and its kinds, sw_thermal_slowdown.
inline constexpr std::uint64_t kSlowdownBits = 0x8 | 0x20 | 0x40 | 0x80;
inline constexpr std::uint64_t kPowerCapBit = 0x4;

}  // namespace roofgate
