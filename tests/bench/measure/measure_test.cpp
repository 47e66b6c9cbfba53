// Known answers of whole measurements, on scripted instruments.
#include "bench/measure/measure.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>

#include "tests/bench/measure/scripted.hpp"
#include "tests/kernels/base/thread_world.hpp"

namespace roofgate {
namespace {

constexpr Seconds kEach{1e-3};

struct Bench {
  scripted::Clock clock;
  scripted::Telemetry telemetry;
  SoloWorld solo;
  World* world = &solo;
  scripted::Platform platform;
  Measurement measurement;
  std::size_t sets = 1;
  Result<Check> check = Check{true, 0.25, ""};
  int made = 0;

  explicit Bench(scripted::Platform::TimePerIteration time = [](std::size_t) { return kEach; })
      : platform{clock, std::move(time)} {
    measurement.make = [this]() -> Result<std::unique_ptr<Workload>> {
      ++made;
      auto workload = std::make_unique<scripted::Workload>(sets);
      workload->outcome = check;
      return workload;
    };
    measurement.limits.max_warmup = Seconds{0.2};
    measurement.limits.min_sampling = Seconds{0.05};
    measurement.limits.max_sampling = Seconds{1.0};
    measurement.limits.min_samples = 10;
    measurement.limits.max_samples = 100;
  }

  Measured run() { return measure_case(measurement, {platform, *world, telemetry, clock, {}}); }
};

const Mark& only_mark(const Round& round) {
  EXPECT_EQ(round.marks.size(), 1U);
  return round.marks.at(0);
}

TEST(Measure, ASteadyCaseConverges) {
  Bench bench;
  const Measured measured = bench.run();
  const Round& round = measured.round;
  EXPECT_TRUE(round.marks.empty());
  EXPECT_EQ(round.stop, StopReason::converged);
  // A region is max_sampling / max_samples = 10 ms, so ten launches; ten samples last 0.1 s.
  EXPECT_EQ(round.iterations_per_sample, 10.0);
  ASSERT_EQ(round.time_s.size(), 10U);
  for (const double time : round.time_s) EXPECT_DOUBLE_EQ(time, 1e-3);
  EXPECT_EQ(round.interval_half_width, 0.0);
  EXPECT_EQ(round.check_worst_error, 0.25);
  EXPECT_EQ(round.algorithm.at("tile"), "128x64");
  EXPECT_EQ(round.world_size, 1);
  EXPECT_TRUE(round.rank_time_s.empty());
  EXPECT_GT(round.warmup_s, 0.0);
  EXPECT_EQ(measured.work->flops, Flops{1000.0});
}

TEST(Measure, AShortLaunchIsBatchedOverTheTimersStep) {
  Bench bench{[](std::size_t) { return Seconds{1e-8}; }};
  bench.platform.resolution = Seconds{1e-6};
  bench.measurement.limits.max_samples = 100'000;  // regions of 10 us, were it not for the timer
  const Round round = bench.run().round;
  EXPECT_EQ(round.iterations_per_sample, 10'000.0);
  EXPECT_TRUE(round.marks.empty());
}

TEST(Measure, ABatchThatTurnsOutTooShortGrows) {
  // Launches become eight times faster right after warm-up, at the trial sample, which no telemetry surrounds.
  Bench bench;
  bool is_fast = false;
  scripted::Platform platform{bench.clock, [&](std::size_t) {
                                is_fast = is_fast || bench.telemetry.begins == bench.telemetry.ends;
                                return Seconds{is_fast ? 1.25e-4 : 1e-3};
                              }};
  platform.resolution = Seconds{1e-4};  // so a region is at least 10 ms
  const Round round = measure_case(bench.measurement, {platform, bench.solo, bench.telemetry, bench.clock, {}}).round;
  EXPECT_EQ(round.iterations_per_sample, 80.0);
}

TEST(Measure, ANoisyCaseEndsAtItsTimeLimitWithoutAMark) {
  // Samples alternate by 4 %: the interval stays at 2 %, above the target and below the limit of `unstable`.
  int call = 0;
  Bench bench{[&](std::size_t) { return kEach * (call++ % 2 == 0 ? 1.0 : 1.04); }};
  bench.measurement.limits.max_samples = 1000;
  bench.measurement.limits.max_sampling = Seconds{0.5};
  const Round round = bench.run().round;
  EXPECT_EQ(round.stop, StopReason::time_limit);
  EXPECT_TRUE(round.marks.empty());
  EXPECT_GT(*round.interval_half_width, 0.005);
}

TEST(Measure, AVeryNoisyCaseIsUnstable) {
  int call = 0;
  Bench bench{[&](std::size_t) { return kEach * (call++ % 2 == 0 ? 1.0 : 1.5); }};
  const Round round = bench.run().round;
  EXPECT_EQ(only_mark(round).kind, MarkKind::unstable);
  EXPECT_FALSE(round.time_s.empty()) << "samples of an unstable round stay";
}

TEST(Measure, SampleLimit) {
  int call = 0;
  Bench bench{[&](std::size_t) { return kEach * (call++ % 2 == 0 ? 1.0 : 1.04); }};
  bench.measurement.limits.max_samples = 20;
  bench.measurement.limits.max_sampling = Seconds{100.0};
  const Round round = bench.run().round;
  EXPECT_EQ(round.stop, StopReason::sample_limit);
  EXPECT_EQ(round.time_s.size(), 20U);
}

TEST(Measure, ColdRotatesThroughTheSets) {
  Bench bench;
  bench.sets = 7;
  static_cast<void>(bench.run());
  std::size_t next = 0;
  for (const Batch& batch : bench.platform.batches) {
    EXPECT_EQ(batch.first_launch, next);
    next += batch.iterations;
  }
}

TEST(Measure, WarmHasOneSet) {
  Bench bench;
  bench.measurement.cache = CacheState::warm;
  EXPECT_TRUE(bench.run().round.marks.empty());
  bench.sets = 2;
  const Round round = bench.run().round;
  EXPECT_EQ(only_mark(round).kind, MarkKind::error);
  EXPECT_EQ(only_mark(round).evidence, "a warm case has 2 buffer sets, not 1");
}

TEST(Measure, AWrongResultIsNeverTimed) {
  Bench bench;
  bench.check = Check{false, 17.0, "element 3 is 1.5, expected 2"};
  const Round round = bench.run().round;
  EXPECT_EQ(only_mark(round).kind, MarkKind::wrong_result);
  EXPECT_EQ(only_mark(round).evidence, "element 3 is 1.5, expected 2");
  EXPECT_EQ(round.check_worst_error, 17.0);
  EXPECT_TRUE(round.time_s.empty());
  EXPECT_EQ(round.stop, StopReason::not_run);
  EXPECT_TRUE(bench.platform.batches.empty());
}

TEST(Measure, WhatCannotBeMadeHereIsSkipped) {
  Bench bench;
  bench.measurement.make = []() -> Result<std::unique_ptr<Workload>> {
    return fail(ErrorKind::unavailable, "needs 12 GiB, 8 GiB are free", "memory/copy", "use a smaller suite");
  };
  const Measured measured = bench.run();
  EXPECT_EQ(only_mark(measured.round).kind, MarkKind::skipped);
  EXPECT_EQ(only_mark(measured.round).evidence,
            "memory/copy: needs 12 GiB, 8 GiB are free\n  hint: use a smaller suite");
  EXPECT_EQ(measured.work, std::nullopt);
}

TEST(Measure, AFailureWhileSamplingIsAnErrorAndKeepsNoSamples) {
  Bench bench{[&](std::size_t launch) -> Result<Seconds> {
    if (launch < 120) return kEach;
    return fail(ErrorKind::measurement, "an illegal address was accessed", "stream");
  }};
  const Round round = bench.run().round;
  EXPECT_EQ(only_mark(round).kind, MarkKind::error);
  EXPECT_EQ(only_mark(round).evidence, "stream: an illegal address was accessed");
  EXPECT_TRUE(round.time_s.empty());
  EXPECT_EQ(round.stop, StopReason::not_run);
  EXPECT_EQ(bench.telemetry.begins, bench.telemetry.ends);
}

TEST(Measure, ALostDeviceEndsTheProcess) {
  Error lost{ErrorKind::measurement, "unspecified launch failure", "stream", "", true};
  Bench bench{[&](std::size_t) -> Result<Seconds> { return fail(lost); }};
  const Measured measured = bench.run();
  EXPECT_EQ(only_mark(measured.round).kind, MarkKind::error);
  EXPECT_TRUE(measured.ends_process);
  EXPECT_FALSE(Bench{}.run().ends_process);
}

TEST(Measure, AnExceptionIsAnError) {
  Bench bench;
  bench.measurement.make = []() -> Result<std::unique_ptr<Workload>> { throw std::bad_alloc{}; };
  EXPECT_EQ(only_mark(bench.run().round).kind, MarkKind::error);
}

TEST(Measure, TelemetryAndOversubscriptionMark) {
  Bench bench;
  TelemetrySummary stolen;
  stolen.steal = Ratio{0.12};
  bench.telemetry.next = {stolen};
  bench.measurement.oversubscribed = "4 ranks on 2 cores";
  const Round round = bench.run().round;
  ASSERT_EQ(round.marks.size(), 2U);
  EXPECT_EQ(round.marks[0].kind, MarkKind::contended);
  EXPECT_EQ(round.marks[1].kind, MarkKind::oversubscribed);
  EXPECT_EQ(round.marks[1].evidence, "4 ranks on 2 cores");
  EXPECT_EQ(round.telemetry.steal, Ratio{0.12});
}

TEST(MeasureCollective, KeepsEachRanksTimesAndTheSlowestsAsSample) {
  Bench bench;
  scripted::World world{2, [](int, double mine) { return mine > 0.0 && mine < 1.0 ? mine * 2.0 : mine; }};
  bench.world = &world;
  const Round round = bench.run().round;
  EXPECT_EQ(round.world_size, 2);
  ASSERT_EQ(round.rank_time_s.size(), 2U);
  ASSERT_EQ(round.rank_time_s[0].size(), round.time_s.size());
  for (std::size_t i = 0; i < round.time_s.size(); ++i) {
    EXPECT_DOUBLE_EQ(round.time_s[i], round.rank_time_s[1][i]);
    EXPECT_DOUBLE_EQ(round.rank_time_s[1][i], 2.0 * round.rank_time_s[0][i]);
  }
  EXPECT_EQ(static_cast<std::size_t>(world.barriers), bench.platform.batches.size());
  // One decision of rank 0 after each sample at least: nothing that depends on a clock is decided twice.
  EXPECT_GE(static_cast<std::size_t>(world.broadcasts), bench.platform.batches.size() - 1);
}

TEST(MeasureCollective, RanksWhoseTimersDifferLaunchAlike) {
  SharedBoard board{2};
  std::array<Bench, 2> ranks{Bench{[](std::size_t) { return Seconds{1e-8}; }},
                             Bench{[](std::size_t) { return Seconds{1e-8}; }}};
  ranks[0].platform.resolution = Seconds{1e-6};
  ranks[1].platform.resolution = Seconds{4e-5};
  const auto measure = [&](int rank) {
    ThreadWorld world{board, rank, 2};
    Bench& bench = ranks[static_cast<std::size_t>(rank)];
    bench.world = &world;
    return bench.run().round.iterations_per_sample;
  };
  double other = 0.0;
  std::thread second{[&] { other = measure(1); }};
  const double iterations = measure(0);
  second.join();
  EXPECT_EQ(iterations, other);
  EXPECT_GE(iterations * 1e-8, 100 * 4e-5 * 0.999);
  ASSERT_EQ(ranks[0].platform.batches.size(), ranks[1].platform.batches.size());
  for (std::size_t i = 0; i < ranks[0].platform.batches.size(); ++i) {
    EXPECT_EQ(ranks[0].platform.batches[i].iterations, ranks[1].platform.batches[i].iterations);
  }
}

TEST(MeasureCollective, AWrongResultOnAnotherRankIsEveryones) {
  SharedBoard board{2};
  std::array<Bench, 2> ranks;
  ranks[1].check = Check{false, 17.0, "element 3 is 1.5, expected 2"};
  std::array<Round, 2> rounds;
  const auto measure = [&](int rank) {
    const auto at = static_cast<std::size_t>(rank);
    ThreadWorld world{board, rank, 2};
    ranks.at(at).world = &world;
    rounds.at(at) = ranks.at(at).run().round;
  };
  std::thread second{[&] { measure(1); }};
  measure(0);
  second.join();
  for (const Round& round : rounds) {
    EXPECT_EQ(only_mark(round).kind, MarkKind::wrong_result);
    EXPECT_EQ(only_mark(round).evidence, "rank 1: element 3 is 1.5, expected 2");
    EXPECT_EQ(round.check_worst_error, 17.0);
  }
}

TEST(MeasureCollective, ALostDeviceOnAnotherRankEndsEveryProcess) {
  Bench bench;
  scripted::World world{2, scripted::failing_with(ErrorKind::measurement, true)};
  bench.world = &world;
  const Measured measured = bench.run();
  EXPECT_EQ(only_mark(measured.round).kind, MarkKind::error);
  EXPECT_TRUE(measured.ends_process);
}

TEST(MeasureCollective, ARankThatCannotMakeItSkipsItEverywhere) {
  Bench bench;
  scripted::World world{2, scripted::failing_with(ErrorKind::unavailable)};
  bench.world = &world;
  const Round round = bench.run().round;
  EXPECT_EQ(only_mark(round).kind, MarkKind::skipped);
  EXPECT_EQ(only_mark(round).evidence, "rank 1: ?");
}

}  // namespace
}  // namespace roofgate
