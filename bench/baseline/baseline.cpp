#include "bench/baseline/baseline.hpp"

#include <algorithm>
#include <numeric>

#include "bench/baseline/algorithm_choice.hpp"
#include "bench/derived/derived.hpp"
#include "bench/record/run_place.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

/// Median over the rounds that know it.
template <class Q>
std::optional<double> median_of(const std::vector<const Round*>& rounds, std::optional<Q> TelemetrySummary::*field) {
  std::vector<double> known;
  for (const Round* round : rounds) {
    if (const auto& value = round->telemetry.*field) known.push_back(value->value());
  }
  return known.empty() ? std::nullopt : std::optional<double>{median(known)};
}

/// What another tool may do one night and leave the next.
void add_foreign_habits(const std::vector<const Round*>& rounds, CaseNight& night) {
  for (const Round* round : rounds) night.ranks = std::max(night.ranks, round->rank_time_s.size());
  night.is_checked = std::all_of(rounds.begin(), rounds.end(),
                                 [](const Round* round) { return round->check_worst_error.has_value(); });
}

CaseNight reduce(const Case& measured, bool is_foreign) {
  const std::vector<const Round*> rounds = clean_rounds(measured);
  CaseNight night;
  night.definition = measured.definition;
  night.derived = measured.derived;
  for (const Round* round : rounds) night.round_location.push_back(round_location(round->time_s));
  night.algorithm = usual_algorithm(rounds);
  night.clock_hz = median_of(rounds, &TelemetrySummary::clock_median);
  night.power_w = median_of(rounds, &TelemetrySummary::power_median);
  if (is_foreign) add_foreign_habits(rounds, night);
  return night;
}

bool is_damning(const Mark& mark) { return mark.kind == MarkKind::wrong_result || mark.kind == MarkKind::error; }

}  // namespace

std::vector<const Round*> clean_rounds(const Case& measured) {
  std::vector<const Round*> rounds;
  for (const Round& round : measured.rounds) {
    if (round.marks.empty() && !round.time_s.empty()) rounds.push_back(&round);
  }
  std::sort(rounds.begin(), rounds.end(), [](const Round* a, const Round* b) { return a->index < b->index; });
  return rounds;
}

bool is_usable(const Case& measured, int rounds_planned) {
  for (const Round& round : measured.rounds) {
    if (std::any_of(round.marks.begin(), round.marks.end(), is_damning)) return false;
  }
  const auto needed = static_cast<std::size_t>(std::clamp(rounds_planned, 1, kMinCleanRounds));
  return clean_rounds(measured).size() >= needed;
}

Night night_of(const Record& record) {
  Night night;
  night.record_id = record.id;
  night.date = record.started_at;
  night.place = place_of(record).id;
  night.software = record.environment.software;
  const auto note = record.notes.find("made_minutes_apart");
  night.made_minutes_apart = note != record.notes.end() && note->second == "true";
  for (const Case& measured : record.cases) {
    if (is_usable(measured, record.rounds_planned))
      night.cases.emplace(measured.id, reduce(measured, record.imported.has_value()));
  }
  for (const DerivedCase& derived : derived_cases(record)) {
    const Case& metric = derived.metric;
    if (is_usable(metric, record.rounds_planned)) night.cases.emplace(metric.id, reduce(metric, false));
  }
  return night;
}

std::vector<NightOfCase> series_of(std::span<const Night* const> nights, const std::string& case_id,
                                   const std::string& definition) {
  std::vector<NightOfCase> series;
  for (const Night* night : nights) {
    if (night->accepted_losses.contains(case_id)) series.clear();
    const auto found = night->cases.find(case_id);
    if (found != night->cases.end() && found->second.definition == definition) {
      series.push_back({night, &found->second});
    }
  }
  return series;
}

std::vector<NightOfCase> series_of(const Baseline& baseline, const std::string& case_id,
                                   const std::string& definition) {
  std::vector<const Night*> nights;
  for (const Night& night : baseline.nights) nights.push_back(&night);
  return series_of(nights, case_id, definition);
}

std::vector<std::vector<NightOfCase>> series_of_all(std::span<const Night* const> nights,
                                                    std::span<const Case* const> cases) {
  std::vector<std::size_t> by_id(cases.size());
  std::iota(by_id.begin(), by_id.end(), std::size_t{0});
  std::sort(by_id.begin(), by_id.end(), [&](std::size_t a, std::size_t b) { return cases[a]->id < cases[b]->id; });
  std::vector<std::vector<NightOfCase>> series(cases.size());
  for (const Night* night : nights) {
    auto place = night->cases.begin();
    for (const std::size_t i : by_id) {
      const Case& wanted = *cases[i];
      if (!night->accepted_losses.empty() && night->accepted_losses.contains(wanted.id)) series[i].clear();
      while (place != night->cases.end() && place->first < wanted.id) ++place;
      if (place == night->cases.end() || place->first != wanted.id) continue;
      if (place->second.definition == wanted.definition) series[i].push_back({night, &place->second});
    }
  }
  return series;
}

}  // namespace roofgate
