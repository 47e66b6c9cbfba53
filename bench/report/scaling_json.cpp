#include "bench/report/scaling_json.hpp"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "bench/report/scaling_document.hpp"

namespace roofgate {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity: what is not bounded is null. Counts are written without a fraction.
Json json_of(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (!std::isfinite(value)) return nullptr;
  return std::trunc(value) == value && std::abs(value) < kExact ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json json_of(const Estimate& estimate) {
  return {{"value", json_of(estimate.value)}, {"low_95", json_of(estimate.low)}, {"high_95", json_of(estimate.high)}};
}

bool is_truth(const Column& column) { return column.key == "oversubscribed" || column.key == "disturbed"; }

/// The CSV's table as objects: numbers as numbers, truths as truths, what is empty as null.
Json rows_of(const Table& table) {
  Json rows = Json::array();
  for (const std::vector<Cell>& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& cell = cells[i];
      Json& value = row[table.columns[i].key];
      if (cell.value) {
        value = json_of(*cell.value);
      } else if (is_truth(table.columns[i])) {
        value = cell.text == "true";
      } else if (!cell.text.empty()) {
        value = cell.text;
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json fits_of(const Scaling& scaling) {
  Json fits = Json::array();
  for (const WorldFit& fit : scaling.fits) {
    const auto size = [](const std::optional<Bytes>& bytes) { return bytes ? json_of(bytes->value()) : Json(nullptr); };
    fits.push_back({{"collective", fit.name},
                    {"ranks", fit.ranks},
                    {"algorithm", fit.algorithm_name},
                    {"latency_s", json_of(fit.model.latency_s)},
                    {"bandwidth_bytes_per_s", json_of(fit.model.bandwidth_bytes_per_s)},
                    {"half_bandwidth_bytes", size(fit.model.half_size)},
                    {"other_line_from_bytes", size(fit.model.switch_size)},
                    {"worst_error_ratio", fit.model.worst_error},
                    {"sizes", fit.model.sizes}});
  }
  return fits;
}

Json forecasts_of(const Scaling& scaling) {
  Json all = Json::array();
  for (const WorldForecast& forecast : scaling.forecasts) {
    Json times = Json::array();
    for (const Forecast& one : forecast.forecasts) {
      times.push_back({{"ranks", one.ranks},
                       {"message_bytes", one.size.value()},
                       {"time_s", json_of(one.prediction.time.value())},
                       {"time_low_95_s", json_of(one.prediction.low.value())},
                       {"time_high_95_s", json_of(one.prediction.high.value())}});
    }
    all.push_back({{"collective", forecast.name},
                   {"model", name_of(forecast.model.topology())},
                   {"fits_best", forecast.fits_best},
                   {"fitted_ranks", forecast.fitted_ranks},
                   {"fitted_nodes", forecast.nodes > 0 ? Json(forecast.nodes) : Json(nullptr)},
                   {"hop_s", json_of(forecast.model.hop().value())},
                   {"seconds_per_byte", json_of(forecast.model.seconds_per_byte())},
                   {"call_s", json_of(forecast.model.call().value())},
                   {"worst_error_ratio", json_of(forecast.model.worst_error())},
                   {"times", std::move(times)}});
  }
  return all;
}

Json bisections_of(const Scaling& scaling) {
  Json all = Json::array();
  for (const Bisection& bisection : scaling.bisections) {
    Json pairs = Json::array();
    for (const PairTime& pair : bisection.pairs) {
      pairs.push_back({{"ranks", {pair.a, pair.b}},
                       {"time_s", pair.time.value()},
                       {"of_healthy_ratio", pair.ratio},
                       {"between_nodes", pair.between_nodes}});
    }
    Json slow = Json::array();
    for (const SlowPart& part : bisection.slow) {
      slow.push_back({{"rank", part.rank},
                      {"peer", part.peer ? Json(*part.peer) : Json(nullptr)},
                      {"of_healthy_ratio", part.ratio},
                      {"is_told_apart", part.is_told_apart},
                      {"place", part.place}});
    }
    all.push_back({{"series", bisection.name},
                   {"ranks", bisection.ranks},
                   {"message_bytes", bisection.size.value()},
                   {"pairs", std::move(pairs)},
                   {"slow", std::move(slow)}});
  }
  return all;
}

}  // namespace

std::string scaling_json(std::span<const Record> records, const Scaling& scaling) {
  Json ids = Json::array();
  for (const Record& record : records) ids.push_back(record.id);
  const Document data = scaling_data(scaling);
  const Json root{{"schema", "roofgate.scaling/1"},
                  {"record_ids", std::move(ids)},
                  {"hardware_differences", scaling.hardware_differences},
                  {"software_differences", scaling.software_differences},
                  {"worlds", rows_of(std::get<Table>(data.blocks.front()))},
                  {"fits", fits_of(scaling)},
                  {"extrapolations", forecasts_of(scaling)},
                  {"pairs", bisections_of(scaling)}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace roofgate
