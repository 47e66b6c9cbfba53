// The devices of a record in the dumps that watched them, and what these tell of each round.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/telemetry_dump/coverage.hpp"
#include "bench/telemetry_dump/dump.hpp"
#include "bench/telemetry_dump/series.hpp"

namespace roofgate {

/// What the dumps tell of a round: of a device at work or lost, of devices at rest or without figures, or nothing.
enum class Look { seen, silent, outside };

/// Refers to the dumps that it was given; lives no longer than they do.
class Joiner {
 public:
  /// `offset_s` of the dumps' clocks: their moments minus UTC.
  Joiner(const Record& record, double offset_s);

  /// False if none of its devices is the record's.
  bool add(const Record& record, const TelemetryDump& dump);

  /// A device that is more devices, by their UUIDs, than the run had nodes, and how many; null if there is none.
  [[nodiscard]] std::pair<const WatchedDevice*, std::size_t> ambiguous(std::size_t nodes) const;

  /// "2026-11-29T02:00:00Z to 2026-11-29T02:09:00Z"
  [[nodiscard]] std::string covers() const;

  /// The dumps' figures and marks are then in the round; the activity is not where it `is_counted` by the record.
  Look look_at(const Record& record, Round& round, bool is_counted);

  [[nodiscard]] std::vector<DeviceCoverage> coverage() const;
  [[nodiscard]] std::size_t partly() const { return partly_; }  ///< rounds that the dumps cover in part
  [[nodiscard]] const std::vector<std::string>& lost_strangers() const { return strangers_; }

 private:
  /// One of the record's devices, in every dump that has it.
  struct Slot {
    DeviceCoverage coverage;
    std::string host;
    std::vector<Series> series;
  };

  void add_to(Slot& slot, const WatchedDevice& theirs) const;
  [[nodiscard]] bool is_partly_outside(std::size_t count, const Window& window) const;
  static bool add_outages(Round& round, Slot& slot, const Series& one, const Window& window);

  double offset_s_;
  std::vector<Slot> slots_;
  std::vector<std::string> strangers_;  ///< lost devices that are none of the record's
  std::size_t partly_ = 0;
  bool takes_all_ = false;  ///< the record names no devices: every device of a dump counts
};

}  // namespace roofgate
