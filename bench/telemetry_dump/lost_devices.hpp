// Which devices of a dump were lost: those that a line names, and those that are told of no more while others go on.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bench/telemetry_dump/dump.hpp"
#include "bench/telemetry_dump/loss_message.hpp"

namespace roofgate {

/// A line between the rows of a dump.
struct HeardLoss {
  LossMessage message;
  std::size_t row = 0;             ///< how many rows, of all devices together, stood before it
  std::optional<double> moment_s;  ///< of the row before it
};

/// Puts `heard` to the devices that they name, adding those that have no row, and finds the silent ones. `rows` are,
/// for each device, where in the dump each of its samples stood.
void place_losses(TelemetryDump& dump, const std::vector<std::vector<std::size_t>>& rows,
                  const std::vector<HeardLoss>& heard);

}  // namespace roofgate
