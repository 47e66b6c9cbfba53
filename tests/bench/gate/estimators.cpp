#include "tests/bench/gate/estimators.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/stats/hodges_lehmann.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/pairwise_spread.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kFewestNights = 10;

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Without the fastest and the slowest tenth.
double trimmed_mean(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t cut = sorted.size() / 10;
  return mean(std::span{sorted}.subspan(cut, sorted.size() - 2 * cut));
}

double smallest(std::span<const double> values) { return *std::min_element(values.begin(), values.end()); }
double tenth(std::span<const double> values) { return quantile(values, 0.10); }
double quarter(std::span<const double> values) { return quantile(values, 0.25); }

/// Log location of each night that has enough rounds.
std::vector<double> night_logs(std::span<const Record> records, const std::string& id, const Estimator& round,
                               const Estimator& night, bool with_marked) {
  std::vector<double> logs;
  for (const Record& record : records) {
    const auto measured =
        std::find_if(record.cases.begin(), record.cases.end(), [&](const Case& one) { return one.id == id; });
    if (measured == record.cases.end()) continue;
    std::vector<double> rounds;
    for (const Round& one : measured->rounds) {
      if (!one.time_s.empty() && (with_marked || one.marks.empty())) {
        rounds.push_back(std::log(round.locate(one.time_s)));
      }
    }
    if (rounds.size() >= 3) logs.push_back(night.locate(rounds));
  }
  return logs;
}

}  // namespace

std::vector<Estimator> round_estimators() {
  return {{"median", median},
          {"25th percentile", quarter},
          {"10th percentile", tenth},
          {"minimum", smallest},
          {"trimmed mean", trimmed_mean},
          {"mean", mean},
          {"Hodges-Lehmann", hodges_lehmann_centre}};
}

std::vector<Estimator> night_estimators() {
  return {{"2nd fastest of 5", night_location},
          {"median", median},
          {"minimum", smallest},
          {"mean", mean},
          {"Hodges-Lehmann", hodges_lehmann_centre}};
}

std::vector<EstimatorSpread> compare_estimators(std::span<const Record> records, bool with_marked) {
  std::vector<EstimatorSpread> table;
  for (const Estimator& round : round_estimators()) {
    for (const Estimator& night : night_estimators()) {
      EstimatorSpread spread{round.name, night.name, {}, 0.0};
      std::map<std::string, std::vector<double>> spreads;
      std::vector<double> distances;
      for (const Case& measured : records.front().cases) {
        const std::vector<double> logs = night_logs(records, measured.id, round, night, with_marked);
        if (logs.size() < kFewestNights) continue;
        for (const std::string& kind : {measured.kind, std::string{"all"}})
          spreads[kind].push_back(pairwise_spread(std::vector<std::vector<double>>{logs}));
        const double centre = median(logs);
        for (const double log : logs) distances.push_back(std::abs(log - centre));
      }
      for (const auto& [kind, values] : spreads) spread.by_kind[kind] = median(values);
      if (!distances.empty()) spread.far = quantile(distances, 0.95);
      table.push_back(std::move(spread));
    }
  }
  return table;
}

}  // namespace roofgate
