// Dumps beside a record: what was seen of its devices while each round was measured, by time and device.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/telemetry_dump/coverage.hpp"
#include "bench/telemetry_dump/dump.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct JoinOptions {
  double utc_offset_s = 0;  ///< of the dumps' clocks: their moments minus UTC
};

struct Joined {
  std::size_t rounds = 0;          ///< of the record
  std::size_t seen = 0;            ///< of which the dumps tell something: a device at work, or a lost one
  std::size_t marked = 0;          ///< that got a mark from them
  std::vector<DumpGap> gaps;       ///< what the dumps do not tell
  std::vector<std::string> notes;  ///< what the join rests on
};

/// Fills what the rounds' telemetry does not know and adds the marks that our own telemetry would have made. Errors,
/// all `input`: a dump has no moments, none of its devices is the record's, or no sample of any falls into a round.
[[nodiscard]] Result<Joined> join(Record& record, std::span<const TelemetryDump> dumps, const JoinOptions& options);
[[nodiscard]] Result<Joined> join(Record& record, const TelemetryDump& dump, const JoinOptions& options);

}  // namespace roofgate
