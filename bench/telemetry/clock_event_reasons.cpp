#include "bench/telemetry/clock_event_reasons.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace roofgate {

std::vector<std::string> clock_event_reasons(std::uint64_t bits) {
  // "NvmlClocksEventReasons" of the NVML API Reference Guide; bit n is named at n.
  constexpr std::array<std::string_view, 11> kNames{"gpu_idle",
                                                    "applications_clocks_setting",
                                                    "sw_power_cap",
                                                    "hw_slowdown",
                                                    "sync_boost",
                                                    "sw_thermal_slowdown",
                                                    "hw_thermal_slowdown",
                                                    "hw_power_brake_slowdown",
                                                    "display_clock_setting",
                                                    "board_limit",
                                                    "reliability"};
  std::vector<std::string> reasons;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit;
    if ((bits & mask) == 0) continue;
    reasons.push_back(bit < kNames.size() ? std::string{kNames[bit]} : fmt::format("reason_{:#x}", mask));
  }
  return reasons;
}

}  // namespace roofgate
