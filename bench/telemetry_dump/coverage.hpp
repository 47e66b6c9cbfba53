// What dumps beside a record do not tell: a device that is missing, at rest or untold was not seen to be healthy.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

struct DumpGap {
  std::string rule;      ///< "telemetry_missing", "telemetry_untold", "telemetry_at_rest", "telemetry_outside", …
  std::string sentence;  ///< for a person, ends with a full stop
  std::map<std::string, double> evidence;  ///< "devices" or "rounds": how many; "device_7": looks at it in the rounds
};

/// What the dumps told of one of the record's devices in the rounds that it took part in.
struct DeviceCoverage {
  WatchedDevice device;  ///< whose it is; without samples
  bool is_in_dump = false;
  bool is_lost = false;    ///< in some round: its marks say so
  std::size_t rounds = 0;  ///< that it took part in
  std::size_t looks = 0;   ///< samples in them
  std::size_t busy = 0;    ///< of those, not at rest
  std::size_t clocks = 0;  ///< of the busy ones, how many told it
  std::size_t reasons = 0;
  std::size_t counters = 0;  ///< DCGM's profiling fields

  void count(std::span<const DeviceSample> samples);
};

/// Over all rounds of the record.
struct RoundCoverage {
  std::size_t rounds = 0;
  std::size_t seen = 0;                     ///< something was told of a device at work, or of a lost one
  std::size_t silent = 0;                   ///< there are samples, and they tell nothing of the round
  std::size_t outside = 0;                  ///< no sample
  std::size_t partly = 0;                   ///< a good part of the round lies before the first sample or after the last
  std::string covers;                       ///< "2026-11-29T02:00:00Z to 2026-11-29T02:09:00Z"
  std::vector<std::string> lost_strangers;  ///< lost devices of the dumps that are none of the record's
  std::size_t nodes = 1;                    ///< machines of the record
  std::size_t dumped = 1;                   ///< machines that the dumps can be of
};

[[nodiscard]] std::vector<DumpGap> gaps_of(const std::vector<DeviceCoverage>& devices, const RoundCoverage& rounds);

}  // namespace roofgate
