// Instruments that follow a script: a measurement's every figure is then known beforehand, and no test waits.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure/wall_clock.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "kernels/base/platform.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"

namespace roofgate::scripted {

/// Moves only when told to.
class Clock final : public WallClock {
 public:
  [[nodiscard]] Seconds now() override { return now_; }
  void advance(Seconds by) { now_ += by; }

 private:
  Seconds now_;
};

class Workload final : public roofgate::Workload {
 public:
  explicit Workload(std::size_t sets = 1) : sets_{sets} {}
  [[nodiscard]] Work work() const override {
    Work work;
    work.flops = Flops{1000.0};
    return work;
  }
  [[nodiscard]] Result<Check> check() override { return outcome; }
  [[nodiscard]] std::size_t set_count() const override { return sets_; }
  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override { return {}; }
  [[nodiscard]] std::map<std::string, std::string> algorithm() const override { return {{"tile", "128x64"}}; }

  Result<Check> outcome = Check{true, 0.25, "all elements"};

 private:
  std::size_t sets_;
};

/// Time per iteration as a function of how many launches came before the batch. Each call moves the clock by the
/// batch's time and is noted.
class Platform final : public roofgate::Platform {
 public:
  using TimePerIteration = std::function<Result<Seconds>(std::size_t first_launch)>;

  Platform(Clock& clock, TimePerIteration time) : clock_{clock}, time_{std::move(time)} {}

  [[nodiscard]] std::string_view name() const override { return "scripted"; }
  [[nodiscard]] Seconds timer_resolution() const override { return resolution; }
  [[nodiscard]] Bytes last_level_cache() const override { return Bytes{1 << 20}; }
  [[nodiscard]] Result<Seconds> time(roofgate::Workload& /*workload*/, Batch batch, bool expose_launch) override {
    batches.push_back(batch);
    exposed = expose_launch;
    const auto each = time_(batch.first_launch);
    if (!each) return fail(each.error());
    const Seconds region = *each * static_cast<double>(batch.iterations);
    clock_.advance(region);
    return region;
  }
  [[nodiscard]] Result<void> synchronize() override { return {}; }

  Seconds resolution{1e-7};
  std::vector<Batch> batches;
  bool exposed = false;

 private:
  Clock& clock_;
  TimePerIteration time_;
};

/// Says what `next` says at each end(), the last of it for ever.
class Telemetry final : public TelemetrySource {
 public:
  void begin() override { ++begins; }
  [[nodiscard]] TelemetrySummary end() override {
    ++ends;
    if (next.empty()) return {};
    TelemetrySummary summary = next.front();
    if (next.size() > 1) next.pop_front();
    return summary;
  }

  std::deque<TelemetrySummary> next;
  int begins = 0;
  int ends = 0;
};

/// Rank 0 of a world whose other ranks answer `answer(rank, mine)`.
class World final : public roofgate::World {
 public:
  using Answer = std::function<double(int rank, double mine)>;

  World(int size, Answer answer) : size_{size}, answer_{std::move(answer)} {}
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] Result<void> barrier() override {
    ++barriers;
    return {};
  }
  [[nodiscard]] Result<std::vector<double>> all_gather(double value) override {
    std::vector<double> values{value};
    for (int rank = 1; rank < size_; ++rank) values.push_back(answer_(rank, value));
    return values;
  }
  [[nodiscard]] Result<double> broadcast(double value) override {
    ++broadcasts;
    return value;
  }
  [[nodiscard]] Result<void> broadcast_bytes(std::span<std::byte> /*data*/) override { return {}; }

  int barriers = 0;
  int broadcasts = 0;

 private:
  int size_;
  Answer answer_;
};

/// Ranks that fail at the first thing they are asked, with the text "?": an outcome (see agree.cpp), the text's
/// length, its one letter.
inline World::Answer failing_with(ErrorKind kind, bool ends_process = false) {
  const double outcome = static_cast<double>(kind) + (ends_process ? 100.0 : 0.0);
  return [answers = std::vector<double>{outcome, 1.0, static_cast<double>('?')}, asked = std::size_t{0}](
             int /*rank*/, double /*mine*/) mutable { return answers.at(asked++); };
}

}  // namespace roofgate::scripted
