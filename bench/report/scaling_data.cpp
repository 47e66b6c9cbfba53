// The scaling tables for machines, as one table of all rows.
#include <fmt/format.h>

#include "bench/report/scaling_document.hpp"
#include "bench/report/scaling_wording.hpp"

namespace roofgate {
namespace {

Cell exactly(double value) { return {fmt::format("{}", value), Tone::plain, value}; }

Cell number(const std::optional<double>& value) { return value ? exactly(*value) : Cell{""}; }

template <class Q>
Cell quantity(const std::optional<Q>& value) {
  return value ? exactly(value->value()) : Cell{""};
}

Cell truth(bool value) { return {value ? "true" : "false"}; }

/// A figure of an optional part of the row.
template <class Part, class Get>
Cell figure(const std::optional<Part>& part, Get get) {
  return part ? exactly(get(*part)) : Cell{""};
}

/// "3 7"
std::string further_ranks(const RankSkew& skew) {
  std::string text;
  for (const SlowestRank& one : skew.further) text += fmt::format("{}{}", text.empty() ? "" : " ", one.rank);
  return text;
}

using Row = std::vector<Cell>;

Row cells_of(const ScalingTable& table, const ScalingRow& row) {
  const Series& series = *table.series;
  const WorldPoint& point = *row.point;
  const auto rate = [&row](std::optional<BytesPerSecond> Bandwidths::*field) {
    return row.bandwidths ? quantity((*row.bandwidths).*field) : Cell{""};
  };
  return {
      {series.name},
      {series.kind},
      {growth_text(series)},
      series.is_step() ? Cell{""} : exactly(series.size.value()),
      exactly(point.ranks),
      point.nodes > 0 ? exactly(point.nodes) : Cell{""},
      truth(point.is_oversubscribed),
      truth(point.timing && point.timing->disturbed),
      {point.algorithm_name},
      figure(point.timing, [](const Timing& timing) { return timing.time.value(); }),
      point.timing ? number(point.timing->half_width) : Cell{""},
      figure(row.bandwidths, [](const Bandwidths& rates) { return rates.algorithm.value(); }),
      rate(&Bandwidths::bus),
      rate(&Bandwidths::wire),
      rate(&Bandwidths::between_nodes),
      rate(&Bandwidths::between_nodes_wire),
      number(row.tokens_per_s),
      row.mfu_of_ceiling ? Cell{""} : quantity(row.mfu),
      row.mfu_of_ceiling ? quantity(row.mfu) : Cell{""},
      row.mfu_of_ceiling ? Cell{""} : quantity(row.hfu),
      row.mfu_of_ceiling ? quantity(row.hfu) : Cell{""},
      quantity(row.exposed),
      number(row.overlap_efficiency),
      figure(row.efficiency, [](const Efficiency& efficiency) { return efficiency.value; }),
      row.efficiency ? number(row.efficiency->low) : Cell{""},
      row.efficiency ? number(row.efficiency->high) : Cell{""},
      figure(row.efficiency, [](const Efficiency& efficiency) { return efficiency.reference_ranks; }),
      row.loss ? number(row.loss->exposed) : Cell{""},
      row.loss ? number(row.loss->skew) : Cell{""},
      figure(row.loss, [](const ParallelLoss& loss) { return loss.rest; }),
      row.buckets ? number(row.buckets->compute) : Cell{""},
      row.buckets ? number(row.buckets->exposed) : Cell{""},
      figure(row.buckets, [](const StepBuckets&) { return 0.0; }),
      row.buckets ? number(row.buckets->idle) : Cell{""},
      figure(row.skew, [](const RankSkew& skew) { return skew.ratio; }),
      figure(row.skew, [](const RankSkew& skew) { return skew.worst; }),
      row.skew && row.skew->slowest.rank >= 0 ? exactly(row.skew->slowest.rank) : Cell{""},
      figure(row.skew, [](const RankSkew& skew) { return static_cast<double>(skew.slowest.times_last); }),
      figure(row.skew, [](const RankSkew& skew) { return static_cast<double>(skew.repeats); }),
      {row.skew ? std::string{name_of(row.skew->slowest.tail)} : ""},
      figure(row.skew, [](const RankSkew& skew) { return skew.slowest.q_value; }),
      {row.skew ? row.skew->slowest.place : ""},
      {row.skew ? further_ranks(*row.skew) : ""},
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
                                 "hfu_ratio",
                                 "hardware_of_ceiling_ratio",
                                 "exposed_s",
                                 "overlap_efficiency_ratio",
                                 "efficiency_ratio",
                                 "efficiency_low_95_ratio",
                                 "efficiency_high_95_ratio",
                                 "reference_ranks",
                                 "lost_exposed_ratio",
                                 "lost_skew_ratio",
                                 "lost_rest_ratio",
                                 "step_compute_ratio",
                                 "step_exposed_ratio",
                                 "step_data_wait_ratio",
                                 "step_idle_ratio",
                                 "skew_ratio",
                                 "skew_95_ratio",
                                 "slowest_rank",
                                 "times_last",
                                 "repeats",
                                 "tail",
                                 "tail_q_value",
                                 "slowest_place",
                                 "also_sick_ranks",
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
