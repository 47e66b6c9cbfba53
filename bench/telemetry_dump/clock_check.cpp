#include "bench/telemetry_dump/clock_check.hpp"

#include <fmt/format.h>

#include <vector>

#include "bench/telemetry/sample_summary.hpp"
#include "bench/telemetry_dump/stalls.hpp"

namespace roofgate {
namespace {

constexpr double kLeastShare = 0.5;
constexpr Hertz kLeastClock{300e6};

}  // namespace

std::optional<std::string> stuck_clock(std::span<const DeviceSample> samples) {
  std::vector<Hertz> clocks;
  std::vector<Hertz> limits;
  for (const DeviceSample& sample : samples) {
    if (!sample.utilisation || sample.utilisation->value() < kBusyShare || !sample.clock) continue;
    clocks.push_back(*sample.clock);
    if (sample.max_clock) limits.push_back(*sample.max_clock);
  }
  const auto clock = median_of(clocks);
  const auto most = largest_of(limits);
  if (!clock || (most ? *clock >= *most * kLeastShare : *clock >= kLeastClock)) return std::nullopt;
  std::string text = fmt::format("the clock stood at {:.0f} MHz", clock->value() / 1e6);
  if (most) text += fmt::format(", {:.0f} % of {:.0f} MHz", 100.0 * (*clock / *most).value(), most->value() / 1e6);
  return text + fmt::format(", at {:.0f} % utilisation or more", 100.0 * kBusyShare);
}

}  // namespace roofgate
