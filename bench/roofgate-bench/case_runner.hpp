// Measures one planned case on a backend, under the watchdog: the seam between suite, backend and measuring loop.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "bench/measure/measure.hpp"
#include "bench/roofgate-bench/backend.hpp"
#include "bench/roofgate-bench/options.hpp"
#include "bench/roofgate-bench/selection.hpp"
#include "bench/telemetry/watchdog.hpp"

namespace roofgate {

/// The suite's limits over the defaults, and the command line's over both.
[[nodiscard]] SamplingLimits limits_of(const SuiteLimits& suite, const BenchOptions& options);

/// Puts something around a workload; the test build's planted losses come in here.
using WorkloadWrapper =
    std::function<std::unique_ptr<Workload>(std::unique_ptr<Workload> workload, const std::string& case_id)>;

class CaseRunner {
 public:
  /// Called on the watchdog's thread with what is left to say of a case that does not return; it ends the process.
  using OnHang = std::function<void(const PlannedCase& planned, const Measured& hung)>;

  /// `backend`, `world` and `options` outlive the runner.
  CaseRunner(Backend& backend, World& world, const BenchOptions& options, WorkloadWrapper wrap, OnHang on_hang);

  /// `position`: the case's place in this round's order.
  [[nodiscard]] Measured measure(const PlannedCase& planned, int position);

  [[nodiscard]] Result<std::unique_ptr<Workload>> make(const PlannedCase& planned);

 private:
  [[nodiscard]] Round begin_round(int position) const;
  void report_hang(const std::string& what);

  Backend& backend_;
  World& world_;
  const BenchOptions& options_;
  WorkloadWrapper wrap_;
  OnHang on_hang_;
  SteadyClock clock_;
  // What the watchdog would report; set before it is armed.
  const PlannedCase* current_ = nullptr;
  int current_position_ = 0;
  Seconds current_limit_;
  Watchdog watchdog_;  // last: its thread uses the above
};

}  // namespace roofgate
