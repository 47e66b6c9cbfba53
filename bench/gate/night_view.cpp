#include "bench/gate/night_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/gate/screening.hpp"
#include "bench/gate/wording.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

std::vector<double> logs_of(const std::vector<double>& locations_s) {
  std::vector<double> logs;
  logs.reserve(locations_s.size());
  for (const double location : locations_s) logs.push_back(std::log(location));
  return logs;
}

std::vector<NightRounds> rounds_of(const std::vector<NightOfCase>& nights, const Baseline& baseline) {
  std::vector<NightRounds> rounds;
  for (const NightOfCase& night : nights) {
    const auto index = static_cast<std::size_t>(night.night - baseline.nights.data());
    rounds.push_back({index, logs_of(night.measured->round_location)});
  }
  return rounds;
}

template <class Q>
std::optional<double> median_of(const Case& measured, std::optional<Q> TelemetrySummary::*field) {
  std::vector<double> known;
  for (const Round& round : measured.rounds) {
    const auto& value = round.telemetry.*field;
    if (value && is_clean_round(round)) known.push_back(value->value());
  }
  return known.empty() ? std::nullopt : std::optional<double>{median(known)};
}

}  // namespace

ComparedCase compared_case(const Case& measured, const std::vector<NightOfCase>& usable, const GateInputs& inputs) {
  ComparedCase compared;
  compared.measured = &measured;
  AlgorithmReference reference =
      reference_by_algorithm(measured, window_of(usable, static_cast<std::size_t>(inputs.policy.window_nights)));
  compared.window = std::move(reference.nights);
  compared.other_algorithm_nights = reference.other_nights;
  compared.algorithm_switch = switch_of(measured, compared.window);
  CaseSeries& series = compared.series;
  series.kind = std::string{kind_of(measured)};
  series.is_derived = measured.derived.has_value();
  series.is_ratio = measured.derived == MetricUnit::ratio;
  series.tolerance =
      log_ratio_of(inputs.policy.of_backend(inputs.record.environment.backend).tolerance_of(measured.id));
  for (const Round& round : measured.rounds) {
    if (is_clean_round(round)) series.tonight.push_back(std::log(round_location(round.time_s)));
  }
  series.reference = rounds_of(compared.window, *inputs.baseline);
  // Of all algorithms: switches that each cost a little are a slow loss.
  series.anchor = rounds_of(anchor_of(usable), *inputs.baseline);
  std::size_t index = inputs.baseline->nights.size();
  for (const Night& night : inputs.baseline->watched) {
    const auto found = night.cases.find(measured.id);
    const bool is_between = night.date > usable.back().night->date && night.date < inputs.record.started_at;
    if (is_between && night.record_id != inputs.record.id && found != night.cases.end() &&
        found->second.definition == measured.definition) {
      series.watched.push_back({index, logs_of(found->second.round_location)});
    }
    ++index;
  }
  series.is_bootstrapped = std::any_of(compared.window.begin(), compared.window.end(),
                                       [](const NightOfCase& night) { return night.night->made_minutes_apart; });
  return compared;
}

std::string_view kind_of(const Case& measured) {
  if (!measured.kind.empty()) return measured.kind;
  return std::string_view{measured.id}.substr(0, measured.id.find('/'));
}

std::optional<double> clock_of(const Case& measured) { return median_of(measured, &TelemetrySummary::clock_median); }

std::optional<double> power_of(const Case& measured) { return median_of(measured, &TelemetrySummary::power_median); }

}  // namespace roofgate
