// One device of a dump over time: its looks in order, and when it was lost.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

struct Window {
  double begin_s = 0;  ///< since the epoch, UTC
  double end_s = 0;
};

/// The time in which a device told nothing because it was lost.
struct Outage {
  Window window;
  std::string evidence;  ///< "GPU is lost; its last figures are of 2026-11-29T02:00:09Z"
};

struct Series {
  const WatchedDevice* device = nullptr;
  std::vector<DeviceSample> samples;  ///< with moments, in UTC, ascending
  std::vector<Outage> outages;
  double period_s = 1.0;  ///< the usual distance between two looks
};

/// `offset_s`: what the dump's clock was ahead of UTC.
[[nodiscard]] Series series_of(const WatchedDevice& device, double offset_s);

/// The same device in another dump: looks that both have count once, and a look of one ends an outage of the other.
void merge(Series& series, const Series& other);

/// The samples within half a period of the window: each stands for what was around it.
[[nodiscard]] std::span<const DeviceSample> samples_in(const Series& series, const Window& window);

}  // namespace roofgate
