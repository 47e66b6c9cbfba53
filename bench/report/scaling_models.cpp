#include "bench/report/scaling_models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

template <class Q>
std::string interval_text(const Estimate& estimate) {
  const auto text = [](double value) { return format(Q{value}); };
  return fmt::format("{} [{}, {}]", text(estimate.value), text(estimate.low), text(estimate.high));
}

/// Of a fit that is exact but for rounding the digits mean nothing.
std::string error_text(double error) { return error < 0.001 ? "< 0.1 %" : format_percent(Ratio{error}); }

bool has_algorithms(const Scaling& scaling) {
  for (const WorldFit& fit : scaling.fits) {
    if (!fit.algorithm_name.empty()) return true;
  }
  return false;
}

/// Whether all predicted worlds lie between the smallest and the largest fitted one.
bool all_between(const WorldForecast& forecast) {
  return std::all_of(forecast.forecasts.begin(), forecast.forecasts.end(), [&](const Forecast& one) {
    return one.ranks >= forecast.fitted_ranks.front() && one.ranks <= forecast.fitted_ranks.back();
  });
}

std::string assumption_of(const WorldForecast& forecast) {
  const bool is_between = all_between(forecast);
  std::string text = fmt::format("{}, not measured: {} model of {}{}, fitted on worlds of {} ranks (worst error {}).",
                                 is_between ? "INTERPOLATION" : "EXTRAPOLATION", name_of(forecast.model.topology()),
                                 forecast.name, forecast.fits_best ? ", the one that fits best" : "",
                                 fmt::join(forecast.fitted_ranks, ", "), error_text(forecast.model.worst_error()));
  text += fmt::format(" Assumes that {} worlds have links as good, no contention, and the same algorithm.",
                      is_between ? "the" : "other");
  if (forecast.nodes == 1) text += " All measured worlds lie within one node: a network between nodes is not in it.";
  if (forecast.nodes == 0) text += " The records do not say which node each rank was on.";
  return text;
}

std::string parameters_of(const WorldModel& model) {
  std::string text = fmt::format("a hop {}", format(model.hop()));
  if (model.seconds_per_byte() > 0.0) {
    text += fmt::format(", a link {}", format(BytesPerSecond{1.0 / model.seconds_per_byte()}));
  }
  if (model.call() > Seconds{}) text += fmt::format(", a call {}", format(model.call()));
  return text;
}

}  // namespace

void append_fits(Document& document, const Scaling& scaling) {
  if (scaling.fits.empty()) return;
  const bool algorithms = has_algorithms(scaling);
  document.blocks.emplace_back(Heading{"time = latency + bytes / bandwidth, over the sizes of each world"});
  Table table{"fits", {{"collective"}, {"ranks", Align::right}}, {}};
  if (algorithms) table.columns.push_back({"algorithm"});
  for (const char* title : {"latency", "bandwidth"}) table.columns.push_back({title});
  for (const char* title : {"half at", "worst error", "sizes"}) table.columns.push_back({title, Align::right});
  for (const WorldFit& fit : scaling.fits) {
    std::vector<Cell> row{{fit.name}, {fmt::format("{}", fit.ranks)}};
    if (algorithms) row.push_back({fit.algorithm_name.empty() ? "-" : fit.algorithm_name});
    row.push_back({interval_text<Seconds>(fit.model.latency_s)});
    row.push_back({interval_text<BytesPerSecond>(fit.model.bandwidth_bytes_per_s)});
    row.push_back({fit.model.half_size ? format(*fit.model.half_size) : "-"});
    row.push_back({error_text(fit.model.worst_error)});
    row.push_back({fit.model.switch_size
                       ? fmt::format("{}, other line from {}", fit.model.sizes, format(*fit.model.switch_size))
                       : fmt::format("{}", fit.model.sizes)});
    table.rows.push_back(std::move(row));
  }
  document.blocks.emplace_back(std::move(table));
}

void append_forecasts(Document& document, const Scaling& scaling) {
  for (const WorldForecast& forecast : scaling.forecasts) {
    if (forecast.forecasts.empty()) continue;
    document.blocks.emplace_back(Heading{fmt::format("{} · {} · {}", forecast.name, name_of(forecast.model.topology()),
                                                     all_between(forecast) ? "interpolation" : "extrapolation")});
    document.blocks.emplace_back(Paragraph{assumption_of(forecast), Tone::doubtful});
    document.blocks.emplace_back(Paragraph{parameters_of(forecast.model), Tone::quiet});
    Table table{
        fmt::format("extrapolation {} {}", forecast.name, name_of(forecast.model.topology())),
        {{"ranks", Align::right}, {"bytes", Align::right}, {"time", Align::right}, {"95 %"}, {"bus", Align::right}},
        {}};
    for (const Forecast& one : forecast.forecasts) {
      const BytesPerSecond bus = one.size / one.prediction.time * bus_factor(Collective::allreduce, one.ranks).value();
      table.rows.push_back({{fmt::format("{}", one.ranks)},
                            {format(one.size)},
                            {format(one.prediction.time)},
                            {std::isfinite(one.prediction.high.value())
                                 ? fmt::format("[{}, {}]", format(one.prediction.low), format(one.prediction.high))
                                 : "unknown"},
                            {format(bus)}});
    }
    document.blocks.emplace_back(std::move(table));
  }
}

}  // namespace roofgate
