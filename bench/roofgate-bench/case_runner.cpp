#include "bench/roofgate-bench/case_runner.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

// Rank 0 notices a hang first, writes the record and ends all ranks; the others are there for when it cannot.
constexpr Seconds kOtherRanksPatience{15.0};

void set(Seconds& limit, const std::optional<Seconds>& wish) {
  if (wish) limit = *wish;
}

}  // namespace

SamplingLimits limits_of(const SuiteLimits& suite, const BenchOptions& options) {
  SamplingLimits limits;
  set(limits.max_warmup, suite.max_warmup);
  set(limits.min_sampling, suite.min_sampling);
  set(limits.max_sampling, suite.max_sampling);
  set(limits.max_case, suite.max_case);
  if (suite.min_samples) limits.min_samples = static_cast<std::size_t>(*suite.min_samples);
  if (suite.max_samples) limits.max_samples = static_cast<std::size_t>(*suite.max_samples);
  set(limits.max_sampling, options.min_time);
  set(limits.min_warmup, options.min_warmup);
  set(limits.max_case, options.max_case);
  limits.min_sampling = std::min(limits.min_sampling, limits.max_sampling);
  limits.max_warmup = std::max(limits.max_warmup, limits.min_warmup);
  limits.max_samples = std::max(limits.max_samples, limits.min_samples);
  return limits;
}

CaseRunner::CaseRunner(Backend& backend, World& world, const BenchOptions& options, WorkloadWrapper wrap,
                       OnHang on_hang)
    : backend_{backend},
      world_{world},
      options_{options},
      wrap_{std::move(wrap)},
      on_hang_{std::move(on_hang)},
      watchdog_{[this](const std::string& what) { report_hang(what); }} {}

Round CaseRunner::begin_round(int position) const {
  Round round;
  round.index = options_.round;
  round.position = position;
  round.started_at = utc_now();
  round.world_size = world_.size();
  return round;
}

Result<std::unique_ptr<Workload>> CaseRunner::make(const PlannedCase& planned) {
  const std::string id = planned.suite_case.id();
  auto workload = backend_.make(planned.suite_case, data_seed(options_.seed, options_.round, id), world_);
  if (!workload || !wrap_) return workload;
  return wrap_(std::move(*workload), id);
}

Measured CaseRunner::measure(const PlannedCase& planned, int position) {
  Measurement measurement;
  measurement.make = [&] { return make(planned); };
  measurement.cache = planned.suite_case.cache;
  measurement.expose_launch = planned.suite_case.expose_launch;
  measurement.limits = limits_of(planned.suite_case.limits, options_);
  measurement.oversubscribed = backend_.oversubscription();
  current_ = &planned;
  current_position_ = position;
  const Seconds patience = world_.rank() == 0 ? Seconds{0.0} : kOtherRanksPatience;
  const Round begun = begin_round(position);
  current_limit_ = measurement.limits.max_case;
  const WatchedScope watched{watchdog_, planned.suite_case.id(), current_limit_ + patience};
  Measured measured =
      measure_case(measurement, {backend_.platform(), world_, backend_.telemetry(), clock_, ValidityLimits{}});
  measured.round.index = begun.index;
  measured.round.position = begun.position;
  measured.round.started_at = begun.started_at;
  return measured;
}

void CaseRunner::report_hang(const std::string& what) {
  Measured hung;
  hung.round = begin_round(current_position_);
  hung.round.marks.push_back(
      {MarkKind::error, fmt::format("{} did not return within {:g} s: a lost device or a hung collective; its process "
                                    "was ended",
                                    what, current_limit_.value())});
  on_hang_(*current_, hung);
}

}  // namespace roofgate
