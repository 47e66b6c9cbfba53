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

/// Beyond these a round is marked. docs/telemetry.md says what each default was measured from.
struct ValidityLimits {
  double steal = 0.02;            ///< of our CPUs' time
  double foreign_load = 0.05;     ///< other processes' CPU time, of our CPUs' time
  double run_delay = 0.03;        ///< waiting for a CPU, of the most delayed thread's time
  double quota_throttled = 0.01;  ///< stopped by a CPU quota, of the time
  double clock_drop = 0.10;       ///< median clock below the highest clock seen, relative
  double clock_stuck = 0.50;      ///< median clock of a device, of what it is made for: below, something holds it down
};

/// Marks with evidence, from the limits: `contended`, `throttled`, and `error` for uncorrected memory errors.
[[nodiscard]] std::vector<Mark> marks_of(const TelemetrySummary& summary, const ValidityLimits& limits);

}  // namespace roofgate
