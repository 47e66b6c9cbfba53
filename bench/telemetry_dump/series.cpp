#include "bench/telemetry_dump/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/telemetry/sample_summary.hpp"

namespace roofgate {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

void put_in_order(Series& series) {
  std::stable_sort(series.samples.begin(), series.samples.end(),
                   [](const DeviceSample& a, const DeviceSample& b) { return *a.moment_s < *b.moment_s; });
  std::vector<double> steps;
  for (std::size_t i = 1; i < series.samples.size(); ++i) {
    const double step = *series.samples[i].moment_s - *series.samples[i - 1].moment_s;
    if (step > 0) steps.push_back(step);
  }
  if (const auto step = median_of(steps)) series.period_s = *step;
}

/// Figures again end an outage.
void end_outages(Series& series) {
  for (Outage& outage : series.outages) {
    const auto again =
        std::find_if(series.samples.begin(), series.samples.end(),
                     [&outage](const DeviceSample& sample) { return *sample.moment_s > outage.window.begin_s; });
    if (again != series.samples.end()) outage.window.end_s = std::min(outage.window.end_s, *again->moment_s);
  }
}

Outage outage_of(const WatchedDevice& device, const Loss& loss, double offset_s) {
  const auto last = loss.samples_before > 0 ? device.samples[loss.samples_before - 1].moment_s : std::nullopt;
  const auto begin = last ? last : loss.moment_s;
  Outage outage;
  outage.window = {begin ? *begin - offset_s : -kNever, kNever};
  outage.evidence = loss.said.empty() ? std::string{"lost: it is told of no more while others are"}
                                      : fmt::format("lost (\"{}\")", loss.said);
  if (last) outage.evidence += fmt::format("; its last figures are of {}", moment_text(*last));
  return outage;
}

}  // namespace

Series series_of(const WatchedDevice& device, double offset_s) {
  Series series;
  series.device = &device;
  for (DeviceSample sample : device.samples) {
    if (!sample.moment_s) continue;
    *sample.moment_s -= offset_s;
    series.samples.push_back(sample);
  }
  for (const Loss& loss : device.losses) series.outages.push_back(outage_of(device, loss, offset_s));
  put_in_order(series);
  end_outages(series);
  return series;
}

void merge(Series& series, const Series& other) {
  const std::size_t own = series.samples.size();
  const auto before = [](const DeviceSample& a, const DeviceSample& b) { return *a.moment_s < *b.moment_s; };
  for (const DeviceSample& sample : other.samples) {
    const auto end = series.samples.begin() + static_cast<std::ptrdiff_t>(own);
    const auto [first, last] = std::equal_range(series.samples.begin(), end, sample, before);
    if (std::find(first, last, sample) == last) series.samples.push_back(sample);
  }
  series.outages.insert(series.outages.end(), other.outages.begin(), other.outages.end());
  put_in_order(series);
  end_outages(series);
}

std::span<const DeviceSample> samples_in(const Series& series, const Window& window) {
  const auto before = [](const DeviceSample& sample, double moment) { return *sample.moment_s < moment; };
  const double slack = series.period_s / 2;
  const auto first = std::lower_bound(series.samples.begin(), series.samples.end(), window.begin_s - slack, before);
  const auto last = std::lower_bound(first, series.samples.end(), window.end_s + slack, before);
  return {first, last};
}

}  // namespace roofgate
