#include "bench/telemetry/periodic_sampler.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

namespace roofgate {
namespace {

TEST(PeriodicSampler, SamplesAtLeastOncePerWindow) {
  int samples = 0;  // not atomic: stop() makes the thread's writes visible
  PeriodicSampler sampler{[&samples] { ++samples; }, Seconds{3600}};
  for (int window = 1; window <= 20; ++window) {
    sampler.start();
    sampler.stop();
    EXPECT_EQ(samples, window);
  }
}

TEST(PeriodicSampler, GoesOnAtItsPeriod) {
  std::atomic<int> samples{0};
  PeriodicSampler sampler{[&samples] { ++samples; }, Seconds{0.001}};
  sampler.start();
  while (samples < 5) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  sampler.stop();
  const int after = samples;
  std::this_thread::sleep_for(std::chrono::milliseconds{10});
  EXPECT_EQ(samples, after) << "nothing is sampled after a stop";
}

TEST(PeriodicSampler, StopsTwiceAndWithoutAStart) {
  PeriodicSampler sampler{[] {}, Seconds{1}};
  sampler.stop();
  sampler.start();
  sampler.stop();
  sampler.stop();
}

TEST(PeriodicSampler, EndsWithItsThreadRunning) {
  std::atomic<int> samples{0};
  {
    PeriodicSampler sampler{[&samples] { ++samples; }, Seconds{0.001}};
    sampler.start();
  }
  const int after = samples;
  std::this_thread::sleep_for(std::chrono::milliseconds{10});
  EXPECT_EQ(samples, after);
}

}  // namespace
}  // namespace roofgate
