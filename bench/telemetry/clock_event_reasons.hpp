// NVML's clocks event reasons: the bits' names, as `nvidia-smi --query-gpu=clocks_event_reasons.*` spells them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace roofgate {

/// In the order of the bits; a bit without a name is "reason_0x800". None: empty.
[[nodiscard]] std::vector<std::string> clock_event_reasons(std::uint64_t bits);

inline constexpr std::uint64_t kReasonGpuIdle = 0x1;
inline constexpr std::uint64_t kReasonHwSlowdown = 0x8;
inline constexpr std::uint64_t kReasonsOfHw = 0x40 | 0x80;  ///< hw_thermal_slowdown, hw_power_brake_slowdown

}  // namespace roofgate
