// What surrounds a measurement: a source is told when sampling begins and ends, and says what it saw between.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

class TelemetrySource {
 public:
  TelemetrySource() = default;
  TelemetrySource(const TelemetrySource&) = delete;
  TelemetrySource& operator=(const TelemetrySource&) = delete;
  virtual ~TelemetrySource() = default;

  virtual void begin() = 0;
  [[nodiscard]] virtual TelemetrySummary end() = 0;

  /// What this source cannot see here and why, one sentence each: told once, when the program starts.
  [[nodiscard]] virtual std::vector<std::string> gaps() const { return {}; }
};

/// Beyond these a round is marked. Each default is justified in docs/measurement.md.
struct ValidityLimits {
  double steal = 0.02;         ///< of all CPUs' time
  double foreign_load = 0.10;  ///< other processes' CPU time, of all CPUs' time
  double clock_drop = 0.10;    ///< median clock below the highest clock seen, relative
};

/// Marks with evidence, from the limits: `contended` and `throttled` only.
[[nodiscard]] std::vector<Mark> marks_of(const TelemetrySummary& summary, const ValidityLimits& limits);

}  // namespace roofgate
