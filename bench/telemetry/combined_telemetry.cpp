#include "bench/telemetry/combined_telemetry.hpp"

#include <algorithm>
#include <utility>

namespace roofgate {
namespace {

template <class T>
void take(std::optional<T>& into, const std::optional<T>& from) {
  if (!into) into = from;
}

/// Clock and its sample count belong together: a device's and a CPU's never mix.
void take_clock(TelemetrySummary& into, const TelemetrySummary& from) {
  if (into.clock_median) return;
  into.clock_min = from.clock_min;
  into.clock_median = from.clock_median;
  into.clock_max = from.clock_max;
  into.sample_count = std::max(into.sample_count, from.sample_count);
}

void merge(TelemetrySummary& into, const TelemetrySummary& from) {
  take_clock(into, from);
  take(into.window, from.window);
  take(into.memory_clock_median, from.memory_clock_median);
  take(into.power_median, from.power_median);
  take(into.power_max, from.power_max);
  take(into.power_limit, from.power_limit);
  take(into.temperature_max, from.temperature_max);
  take(into.steal, from.steal);
  take(into.pressure, from.pressure);
  take(into.involuntary_switches, from.involuntary_switches);
  take(into.foreign_load, from.foreign_load);
  take(into.run_delay, from.run_delay);
  take(into.quota_throttled, from.quota_throttled);
  take(into.thermal_events, from.thermal_events);
  take(into.ecc_errors, from.ecc_errors);
  take(into.foreign_processes, from.foreign_processes);
  take(into.activity, from.activity);
  take(into.clock_rated, from.clock_rated);
  take(into.sampling_cost, from.sampling_cost);
  into.clock_event_reasons.insert(into.clock_event_reasons.end(), from.clock_event_reasons.begin(),
                                  from.clock_event_reasons.end());
}

class CombinedTelemetry final : public TelemetrySource {
 public:
  explicit CombinedTelemetry(std::vector<std::unique_ptr<TelemetrySource>> sources) : sources_{std::move(sources)} {}

  void begin() override {
    for (const auto& source : sources_) source->begin();
  }

  [[nodiscard]] TelemetrySummary end() override {
    TelemetrySummary all;
    for (const auto& source : sources_) merge(all, source->end());
    return all;
  }

  [[nodiscard]] std::vector<std::string> gaps() const override {
    std::vector<std::string> all;
    for (const auto& source : sources_) {
      for (std::string& gap : source->gaps()) all.push_back(std::move(gap));
    }
    return all;
  }

 private:
  std::vector<std::unique_ptr<TelemetrySource>> sources_;
};

}  // namespace

std::unique_ptr<TelemetrySource> combine_telemetry(std::vector<std::unique_ptr<TelemetrySource>> sources) {
  return std::make_unique<CombinedTelemetry>(std::move(sources));
}

}  // namespace roofgate
