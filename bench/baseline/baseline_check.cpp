#include "bench/baseline/baseline_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/placed_nights.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

using Doubts = std::vector<BaselineDoubt>;

constexpr double kShortestTime = 1e-9;  // s: a few cycles of one core
constexpr double kLongestTime = 3600.0;
constexpr double kLowestClock = 1e6;  // Hz
constexpr double kHighestClock = 1e10;

std::string place_of(const Night& night, const std::string& case_id) {
  return fmt::format("night {} ({}), case {}", night.date, night.record_id, case_id);
}

void check_dates(const Night& night, const std::string& now, Doubts& doubts) {
  const std::string place = fmt::format("night {} ({})", night.date, night.record_id);
  if (night.date > now) {
    doubts.push_back({place, fmt::format("its date is after today, {}", now), "was the clock of the machine right?"});
  }
  if (night.accepted_at < night.date) {
    doubts.push_back({place, fmt::format("it was accepted at {}, before it was measured", night.accepted_at),
                      "was the date edited by hand?"});
  }
}

void check_values(const Night& night, Doubts& doubts) {
  for (const auto& [id, measured] : night.cases) {
    if (measured.derived) continue;  // a ratio has no scale to be wrong by
    for (const double time : measured.round_location) {
      if (time >= kShortestTime && time <= kLongestTime) continue;
      doubts.push_back({place_of(night, id), fmt::format("a round took {} s", time), "times are in seconds"});
      break;
    }
    if (measured.clock_hz && (*measured.clock_hz < kLowestClock || *measured.clock_hz > kHighestClock)) {
      doubts.push_back(
          {place_of(night, id), fmt::format("its clock is {} Hz", *measured.clock_hz), "clocks are in Hz"});
    }
  }
}

/// A night against the median of the others in its series.
void check_neighbours(const std::string& case_id, const std::vector<NightOfCase>& series, Doubts& doubts) {
  if (series.size() < 2) return;
  std::vector<double> locations;
  locations.reserve(series.size());
  for (const NightOfCase& point : series)
    locations.push_back((point.measured->derived ? ratio_location : night_location)(point.measured->round_location));
  for (std::size_t i = 0; i < series.size(); ++i) {
    std::vector<double> others = locations;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const double ratio = locations[i] / median(others);
    if (ratio < kImplausibleRatio && ratio > 1.0 / kImplausibleRatio) continue;
    doubts.push_back({place_of(*series[i].night, case_id),
                      fmt::format("it took {:.3g} times as long as in the other nights", ratio),
                      "remove the night, or accept the change by name so that a new series starts"});
  }
}

/// Every stretch of comparable nights of the case, not only the last: series_of, for all definitions and acceptances.
/// Of one place.
void check_case(const std::vector<const Night*>& nights, const std::string& case_id, Doubts& doubts) {
  std::map<std::string, std::vector<NightOfCase>> by_definition;
  const auto check_stretch = [&] {
    for (const auto& [definition, series] : by_definition) check_neighbours(case_id, series, doubts);
    by_definition.clear();
  };
  for (const Night* night : nights) {
    if (night->accepted_losses.contains(case_id)) check_stretch();
    const auto found = night->cases.find(case_id);
    if (found != night->cases.end()) by_definition[found->second.definition].push_back({night, &found->second});
  }
  check_stretch();
}

}  // namespace

Doubts doubts_of(const Baseline& baseline, const std::string& now) {
  Doubts doubts;
  for (const Night& night : baseline.nights) {
    check_dates(night, now, doubts);
    // Figures of other tools may be no times.
    if (!baseline.suite.starts_with(kImportedSuitePrefix)) check_values(night, doubts);
  }
  for (const std::vector<const Night*>& nights : nights_by_place(baseline)) {
    std::set<std::string> cases;
    for (const Night* night : nights) {
      for (const auto& [id, measured] : night->cases) cases.insert(id);
    }
    for (const std::string& id : cases) check_case(nights, id, doubts);
  }
  // Nights that do not say their place are looked at with those of each.
  const auto key = [](const BaselineDoubt& doubt) { return std::tie(doubt.place, doubt.what); };
  std::set<std::tuple<std::string, std::string>> said;
  std::erase_if(doubts, [&](const BaselineDoubt& doubt) { return !said.insert(key(doubt)).second; });
  return doubts;
}

Result<std::vector<CheckedBaseline>> check_baselines(const std::filesystem::path& folder, const std::string& now) {
  const auto files = list_baseline_files(folder);
  if (!files) return fail(files.error());
  std::vector<CheckedBaseline> checked;
  for (const auto& file : *files) {
    const BaselineName name{file.parent_path().filename().string(), file.stem().string()};
    auto found = find_baseline(folder, name);
    if (found && !*found) continue;  // removed since it was listed
    CheckedBaseline one{file, found ? Result<Baseline>{std::move(**found)} : fail(found.error()), {}};
    if (one.baseline) one.doubts = doubts_of(*one.baseline, now);
    checked.push_back(std::move(one));
  }
  return checked;
}

}  // namespace roofgate
