#include "bench/baseline/repeated_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace roofgate {
namespace {

// What a quiet machine's figures scatter by: two independent ones agree to a digit beyond it by chance alone.
constexpr double kScatter = 0.001;
// No figure counts for more: tools round in ways that their digits do not show.
constexpr double kLeastChance = 0.02;
// One folder of nights in a million is taken for one with a copy.
constexpr double kUnlikely = 1e-6;

/// Of the last digit that was written, beside the figure itself.
double step_of(double figure) {
  constexpr int kDigits = 9;  // a double that was read from fewer, and scaled, shows them again
  const std::string text = fmt::format("{:.{}e}", figure, kDigits - 1);
  const std::string_view mantissa = std::string_view{text}.substr(0, text.find('e'));
  const std::size_t last = mantissa.find_last_not_of("0.");
  const auto decimals = last == std::string_view::npos || last == 0 ? 0.0 : static_cast<double>(last - 1);
  return std::pow(10.0, -decimals) / std::stod(std::string{mantissa});
}

/// That another measurement gives this very figure. Rates are kept as their reciprocals: the coarser of both counts.
double chance_of(double figure) {
  const double step = std::max(step_of(figure), step_of(1.0 / figure));
  return std::clamp(step / (2.0 * std::sqrt(std::acos(-1.0)) * kScatter), kLeastChance, 1.0);
}

/// The share of pairs of nights that agree on the case.
double agreement_on(const std::string& id, std::span<const Figures> others) {
  std::map<std::vector<double>, double> counts;
  double nights = 0;
  for (const Figures& other : others) {
    const auto found = other.find(id);
    if (found == other.end()) continue;
    ++counts[found->second];
    ++nights;
  }
  double agreeing = 0;
  for (const auto& [figures, count] : counts) agreeing += count * (count - 1.0) / 2.0;
  return nights < 2 ? 0.0 : agreeing / (nights * (nights - 1.0) / 2.0);
}

/// As a baseline's file keeps it.
double as_stored(double figure) { return std::stod(fmt::format("{:.6g}", figure)); }

bool has_all(const Figures& other, const Figures& tonight) {
  return std::all_of(tonight.begin(), tonight.end(), [&](const auto& measured) {
    const auto found = other.find(measured.first);
    return found != other.end() && found->second == measured.second;
  });
}

}  // namespace

Figures figures_of(const Night& night) {
  Figures figures;
  for (const auto& [id, measured] : night.cases) {
    if (measured.derived || measured.round_location.empty()) continue;
    std::vector<double>& all = figures[id];
    for (const double location : measured.round_location) all.push_back(as_stored(location));
  }
  return figures;
}

Figures figures_of(const Record& record) {
  if (!record.imported) return {};
  Figures figures;
  for (const Case& measured : record.cases) {
    std::vector<double>& all = figures[measured.id];
    for (const Round* round : clean_rounds(measured)) {
      all.insert(all.end(), round->time_s.begin(), round->time_s.end());
    }
    if (all.empty()) figures.erase(measured.id);
  }
  return figures;
}

std::optional<std::size_t> repeated_in(const Figures& tonight, std::span<const Figures> others) {
  if (tonight.empty()) return std::nullopt;
  const auto same =
      std::find_if(others.begin(), others.end(), [&](const Figures& other) { return has_all(other, tonight); });
  if (same == others.end()) return std::nullopt;
  double chance = 1.0;
  for (const auto& [id, figures] : tonight) {
    const double agreement = agreement_on(id, others);
    for (const double figure : figures) chance *= std::max(chance_of(figure), agreement);
    if (chance < kUnlikely) return static_cast<std::size_t>(same - others.begin());
  }
  return std::nullopt;
}

const Night* repeated_night(const Record& record, const Baseline& baseline) {
  if (!record.imported) return nullptr;
  std::vector<Figures> others;
  std::vector<const Night*> nights;
  for (const Night& night : baseline.nights) {
    if (night.record_id == record.id) continue;
    others.push_back(figures_of(night));
    nights.push_back(&night);
  }
  const auto same = repeated_in(figures_of(night_of(record)), others);
  return same ? nights[*same] : nullptr;
}

}  // namespace roofgate
