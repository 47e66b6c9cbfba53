#include "bench/measure/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/measure/attempt.hpp"
#include "bench/measure/batching.hpp"
#include "bench/measure/sampler.hpp"
#include "bench/measure/stopping.hpp"
#include "bench/measure/warm_up.hpp"
#include "kernels/base/agree.hpp"
#include "kernels/base/gather_text.hpp"

namespace roofgate {
namespace {

Result<std::unique_ptr<Workload>> make_on_all_ranks(const Measurement& measurement, World& world) {
  auto mine = attempt(measurement.make);
  if (const auto all = agree(world, mine ? Result<void>{} : fail(mine.error())); !all) return fail(all.error());
  const bool rotates_when_warm = measurement.cache == CacheState::warm && (*mine)->set_count() != 1;
  if (rotates_when_warm) {
    return fail(ErrorKind::internal, fmt::format("a warm case has {} buffer sets, not 1", (*mine)->set_count()));
  }
  return mine;
}

// The worst of all ranks' checks; failed if any rank's did, with the first such rank's words.
Result<Check> check_on_all_ranks(Workload& workload, World& world) {
  auto mine = attempt([&] { return workload.check(); });
  if (const auto all = agree(world, mine ? Result<void>{} : fail(mine.error())); !all) return fail(all.error());
  const auto passed = world.all_gather(mine->passed ? 1.0 : 0.0);
  if (!passed) return fail(passed.error());
  const auto worst = world.all_gather(mine->worst_error);
  if (!worst) return fail(worst.error());
  const auto details = gather_texts(world, mine->detail);
  if (!details) return fail(details.error());
  Check check = *mine;
  check.worst_error = *std::max_element(worst->begin(), worst->end());
  const auto wrong = std::find(passed->begin(), passed->end(), 0.0);
  if (wrong == passed->end()) return check;
  const auto rank = static_cast<std::size_t>(wrong - passed->begin());
  check.passed = false;
  check.detail = world.size() == 1 ? mine->detail : fmt::format("rank {}: {}", rank, (*details)[rank]);
  return check;
}

// The batch whose region is long enough, found by taking samples until one is.
Result<std::size_t> find_batch(Sampler& sampler, Seconds region, Seconds shortest, const WarmUp& warm) {
  std::size_t iterations = iterations_in(region, warm.time);
  while (true) {
    const auto sample = sampler.take(iterations);
    if (!sample) return fail(sample.error());
    if (sample->region >= shortest || iterations >= kMaxIterations) return iterations;
    iterations = std::max(iterations + 1, next_iterations(shortest, iterations, sample->region));
  }
}

Result<void> sample_until_enough(Round& round, Sampler& sampler, std::size_t iterations, const SamplingLimits& limits,
                                 const Instruments& instruments) {
  const bool keeps_ranks = instruments.world.size() > 1;
  if (keeps_ranks) round.rank_time_s.resize(static_cast<std::size_t>(instruments.world.size()));
  const Seconds start = instruments.clock.now();
  std::optional<StopReason> stop;
  while (!stop) {
    const auto sample = sampler.take(iterations);
    if (!sample) return fail(sample.error());
    round.time_s.push_back(sample->time.value());
    for (std::size_t rank = 0; rank < round.rank_time_s.size(); ++rank) {
      round.rank_time_s[rank].push_back(sample->rank_time_s[rank]);
    }
    const auto elapsed = instruments.world.broadcast((instruments.clock.now() - start).value());
    if (!elapsed) return fail(elapsed.error());
    stop = stop_reason(round.time_s, Seconds{*elapsed}, limits);
  }
  round.stop = *stop;
  return {};
}

void add_marks(Round& round, const Measurement& measurement, const ValidityLimits& validity) {
  if (auto unstable = instability_mark(round.stop, round.interval_half_width, round.time_s.size())) {
    round.marks.push_back(std::move(*unstable));
  }
  for (Mark& mark : marks_of(round.telemetry, validity)) round.marks.push_back(std::move(mark));
  if (measurement.oversubscribed) round.marks.push_back({MarkKind::oversubscribed, *measurement.oversubscribed});
}

Result<void> measure_checked(Round& round, Workload& workload, const Measurement& measurement,
                             const Instruments& instruments) {
  const SamplingLimits& limits = measurement.limits;
  World& world = instruments.world;
  Sampler sampler{workload, instruments.platform, world, measurement.expose_launch};
  // Each rank measured its own timer. The coarsest counts for all: ranks that disagree on the length of a batch would
  // wait for one another for ever.
  const auto resolutions = world.all_gather(instruments.platform.timer_resolution().value());
  if (!resolutions) return fail(resolutions.error());
  const Seconds coarsest{*std::max_element(resolutions->begin(), resolutions->end())};
  const Seconds shortest = shortest_region(coarsest, world.size() > 1);
  if (const auto ready = agree(world, attempt([&] { return instruments.platform.prepare(workload); })); !ready) {
    return fail(ready.error());
  }
  const auto warm = warm_up(sampler, shortest, limits, instruments.clock, instruments.telemetry, world);
  if (!warm) return fail(warm.error());
  round.warmup_s = warm->duration.value();
  const auto iterations = find_batch(sampler, sampling_region(shortest, limits), shortest, *warm);
  if (!iterations) return fail(iterations.error());
  round.iterations_per_sample = static_cast<double>(*iterations);

  instruments.telemetry.begin();
  auto sampled = sample_until_enough(round, sampler, *iterations, limits, instruments);
  round.telemetry = instruments.telemetry.end();
  if (!sampled) return sampled;

  round.interval_half_width = relative_half_width(round.time_s);
  round.algorithm = workload.algorithm();
  add_marks(round, measurement, instruments.validity);
  return {};
}

// A round that ended early tells why, and nothing half-measured.
void end_with(Measured& measured, Mark mark) {
  Round& round = measured.round;
  round.time_s.clear();
  round.rank_time_s.clear();
  round.stop = StopReason::not_run;
  round.interval_half_width.reset();
  round.marks.push_back(std::move(mark));
}

void end_with(Measured& measured, const Error& error) {
  measured.ends_process = error.ends_process;
  end_with(measured, mark_of(error));
}

}  // namespace

Mark mark_of(const Error& error) {
  const MarkKind kind = error.kind == ErrorKind::unavailable ? MarkKind::skipped : MarkKind::error;
  return {kind, to_string(error)};
}

Measured measure_case(const Measurement& measurement, const Instruments& instruments) {
  Measured measured;
  Round& round = measured.round;
  round.world_size = instruments.world.size();
  const auto workload = make_on_all_ranks(measurement, instruments.world);
  if (!workload) {
    end_with(measured, workload.error());
    return measured;
  }
  measured.work = (*workload)->work();
  const auto check = check_on_all_ranks(**workload, instruments.world);
  if (!check) {
    end_with(measured, check.error());
    return measured;
  }
  round.check_worst_error = check->worst_error;
  if (!check->passed) {
    end_with(measured, Mark{MarkKind::wrong_result, check->detail});
    return measured;
  }
  if (const auto done = measure_checked(round, **workload, measurement, instruments); !done) {
    end_with(measured, done.error());
  }
  return measured;
}

}  // namespace roofgate
