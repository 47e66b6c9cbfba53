// The scaling tables for machines, as one table of all rows.
#include <fmt/format.h>

#include "bench/report/scaling_document.hpp"
#include "bench/report/scaling_wording.hpp"

namespace roofgate {
namespace {

Cell number(const std::optional<double>& value) {
  if (!value) return {""};
  return {fmt::format("{}", *value), Tone::plain, *value};
}

template <class Q>
Cell quantity(const std::optional<Q>& value) {
  return number(value ? std::optional{value->value()} : std::nullopt);
}

Cell truth(bool value) { return {value ? "true" : "false"}; }

/// A figure of an optional part of the row.
template <class Part, class Get>
Cell figure(const std::optional<Part>& part, Get get) {
  return part ? number(get(*part)) : Cell{""};
}

using Row = std::vector<Cell>;

Row cells_of(const ScalingTable& table, const ScalingRow& row) {
  const Series& series = *table.series;
  const WorldPoint& point = *row.point;
  const auto rate = [&row](std::optional<BytesPerSecond> Bandwidths::*field) {
    return quantity(row.bandwidths ? (*row.bandwidths).*field : std::nullopt);
  };
  const std::optional<double> bytes = series.collective ? std::optional{series.size.value()} : std::nullopt;
  const std::optional<Seconds> time = point.timing ? std::optional{point.time()} : std::nullopt;
  return {
      {series.name},
      {series.kind},
      {growth_text(series)},
      number(bytes),
      number(point.ranks),
      number(point.nodes > 0 ? std::optional<double>{point.nodes} : std::nullopt),
      truth(point.is_oversubscribed),
      truth(point.timing && point.timing->disturbed),
      {point.algorithm_name},
      quantity(time),
      number(point.timing ? point.timing->half_width : std::nullopt),
      figure(row.bandwidths, [](const Bandwidths& rates) { return rates.algorithm.value(); }),
      rate(&Bandwidths::bus),
      rate(&Bandwidths::wire),
      rate(&Bandwidths::between_nodes),
      rate(&Bandwidths::between_nodes_wire),
      number(row.tokens_per_s),
      quantity(row.mfu_of_ceiling ? std::nullopt : row.mfu),
      quantity(row.mfu_of_ceiling ? row.mfu : std::nullopt),
      quantity(row.exposed),
      number(row.overlap_efficiency),
      figure(row.efficiency, [](const Efficiency& efficiency) { return efficiency.value; }),
      number(row.efficiency ? row.efficiency->low : std::nullopt),
      number(row.efficiency ? row.efficiency->high : std::nullopt),
      figure(row.efficiency, [](const Efficiency& efficiency) { return efficiency.reference_ranks; }),
      number(row.loss ? row.loss->exposed : std::nullopt),
      figure(row.loss, [](const ParallelLoss& loss) { return loss.skew; }),
      figure(row.loss, [](const ParallelLoss& loss) { return loss.rest; }),
      figure(row.skew, [](const RankSkew& skew) { return skew.ratio; }),
      figure(row.skew, [](const RankSkew& skew) { return skew.worst; }),
      row.skew && row.skew->slowest >= 0 ? number(row.skew->slowest) : Cell{""},
      figure(row.skew, [](const RankSkew& skew) { return static_cast<double>(skew.times_last); }),
      figure(row.skew, [](const RankSkew& skew) { return static_cast<double>(skew.repeats); }),
      {row.skew ? std::string{name_of(row.skew->tail)} : ""},
      figure(row.skew, [](const RankSkew& skew) { return skew.q_value; }),
      {row.skew ? row.skew->place : ""},
      {note_of(row)},
  };
}

constexpr const char* kKeys[] = {"series",
                                 "kind",
                                 "growth",
                                 "message_bytes",
                                 "ranks",
                                 "nodes",
                                 "oversubscribed",
                                 "disturbed",
                                 "algorithm",
                                 "time_s",
                                 "half_width_95_ratio",
                                 "algorithm_bytes_per_s",
                                 "bus_bytes_per_s",
                                 "wire_bytes_per_s",
                                 "between_nodes_bytes_per_s",
                                 "between_nodes_wire_bytes_per_s",
                                 "tokens_per_s",
                                 "mfu_ratio",
                                 "of_ceiling_ratio",
                                 "exposed_s",
                                 "overlap_efficiency_ratio",
                                 "efficiency_ratio",
                                 "efficiency_low_95_ratio",
                                 "efficiency_high_95_ratio",
                                 "reference_ranks",
                                 "lost_exposed_ratio",
                                 "lost_skew_ratio",
                                 "lost_rest_ratio",
                                 "skew_ratio",
                                 "skew_95_ratio",
                                 "slowest_rank",
                                 "times_last",
                                 "repeats",
                                 "tail",
                                 "tail_q_value",
                                 "slowest_place",
                                 "note"};

}  // namespace

Document scaling_data(const Scaling& scaling) {
  Table data{"scaling", {}, {}};
  for (const char* key : kKeys) data.columns.push_back({key, Align::left, key});
  for (const ScalingTable& table : scaling.tables) {
    for (const ScalingRow& row : table.rows) data.rows.push_back(cells_of(table, row));
    for (const ScalingRow& row : table.oversubscribed) data.rows.push_back(cells_of(table, row));
  }
  return Document{{std::move(data)}};
}

}  // namespace roofgate
