// Devices that say "100 % utilised" and compute nothing: a collective's kernel that waits keeps a device "busy" at a
// fraction of the power that work takes.
#pragma once

#include <cstddef>
#include <vector>

#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

struct Stall {
  std::size_t device = 0;    ///< in the dump
  std::size_t spinning = 0;  ///< sweeps over all devices in which it was busy at a fraction of another's power
  std::size_t busy = 0;      ///< sweeps in which it was busy at all
  Watts power;               ///< its median while spinning
  Watts working;             ///< median of the highest power beside it in those sweeps
  bool majority = false;     ///< most busy devices spin with it: they wait for the others
};

/// Devices that spin in at least half of the sweeps in which they are busy, and beside one of the same model that
/// works.
[[nodiscard]] std::vector<Stall> find_stalls(const TelemetryDump& dump);

/// At 100 % and under this share of the highest power beside it a device spins. A waiting NCCL kernel draws little more
/// than an idle device, 70 to 120 W of an H100's 700 W; healthy neighbours in one step lie within 10 %.
inline constexpr double kSpinningShare = 0.4;
inline constexpr double kBusyShare = 0.9;

}  // namespace roofgate
