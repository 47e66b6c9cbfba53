#include "bench/report/scaling_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "bench/report/format.hpp"
#include "bench/report/machine_line.hpp"
#include "bench/report/scaling_findings.hpp"
#include "bench/report/scaling_models.hpp"
#include "bench/report/scaling_wording.hpp"

namespace roofgate {
namespace {

/// A column for people, and whether a row has something in it.
struct Field {
  Column column;
  Cell (*cell)(const Series&, const ScalingRow&);
  bool (*filled)(const Series&, const ScalingRow&);
  bool is_detail = false;  ///< only where everything is shown
};

template <class Q>
std::string or_dash(const std::optional<Q>& quantity) {
  return quantity ? format(*quantity) : "-";
}

std::string rate_text(const ScalingRow& row, std::optional<BytesPerSecond> Bandwidths::*field) {
  return row.bandwidths ? or_dash((*row.bandwidths).*field) : "-";
}

bool has_rate(const ScalingRow& row, std::optional<BytesPerSecond> Bandwidths::*field) {
  return row.bandwidths && (*row.bandwidths).*field;
}

std::string tokens_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.3g} M", rate / 1e6);
  return rate >= 1e3 ? fmt::format("{:.3g} k", rate / 1e3) : fmt::format("{:.3g}", rate);
}

std::string or_dash_percent(const std::optional<Ratio>& ratio) { return ratio ? format_percent(*ratio) : "-"; }

/// More ran than the model asks for.
bool is_recomputed(const ScalingRow& row) {
  constexpr double kRounding = 1.001;
  return row.mfu && row.hfu && row.hfu->value() > kRounding * row.mfu->value();
}

std::vector<Field> fields() {
  const auto always = [](const Series&, const ScalingRow&) { return true; };
  return {
      {{"bytes", Align::right},
       [](const Series& series, const ScalingRow&) { return Cell{format(series.size)}; },
       [](const Series& series, const ScalingRow&) { return !series.is_step(); }},
      {{"ranks", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{fmt::format("{}", row.point->ranks)}; },
       always},
      {{"nodes", Align::right},
       [](const Series&, const ScalingRow& row) {
         return Cell{row.point->nodes > 0 ? fmt::format("{}", row.point->nodes) : "-"};
       },
       [](const Series&, const ScalingRow& row) { return row.point->nodes > 0; }},
      {{"time", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{row.point->timing ? format(row.point->time()) : "-"}; },
       always},
      {{"algorithm", Align::right},
       [](const Series&, const ScalingRow& row) {
         return Cell{row.bandwidths ? format(row.bandwidths->algorithm) : "-"};
       },
       [](const Series&, const ScalingRow& row) { return row.bandwidths.has_value(); }},
      {{"bus", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{rate_text(row, &Bandwidths::bus)}; },
       [](const Series&, const ScalingRow& row) { return has_rate(row, &Bandwidths::bus); }},
      {{"wire", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{rate_text(row, &Bandwidths::wire)}; },
       [](const Series&, const ScalingRow& row) { return has_rate(row, &Bandwidths::wire); }},
      {{"between nodes", Align::right},
       [](const Series&, const ScalingRow& row) {
         const bool is_known = has_rate(row, &Bandwidths::between_nodes_wire);
         return Cell{rate_text(row, is_known ? &Bandwidths::between_nodes_wire : &Bandwidths::between_nodes)};
       },
       [](const Series&, const ScalingRow& row) { return has_rate(row, &Bandwidths::between_nodes); }},
      {{"tokens/s", Align::right},
       [](const Series&, const ScalingRow& row) {
         return Cell{row.tokens_per_s ? tokens_text(*row.tokens_per_s) : "-"};
       },
       [](const Series&, const ScalingRow& row) { return row.tokens_per_s.has_value(); }},
      {{"efficiency"},
       [](const Series&, const ScalingRow& row) { return Cell{efficiency_text(row)}; },
       [](const Series&, const ScalingRow& row) { return row.efficiency.has_value(); }},
      {{"exposed", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{or_dash(row.exposed)}; },
       [](const Series&, const ScalingRow& row) { return row.exposed.has_value(); }},
      {{"skew", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{row.skew ? format_factor(row.skew->ratio) : "-"}; },
       [](const Series&, const ScalingRow& row) { return row.skew.has_value(); }},
      {{"slowest rank"},
       [](const Series&, const ScalingRow& row) {
         const bool is_sick = row.skew && row.skew->slowest.tail == Tail::sick;
         return Cell{slowest_text(row), is_sick ? Tone::bad : Tone::plain};
       },
       [](const Series&, const ScalingRow& row) { return row.skew && row.skew->slowest.rank >= 0; }},
      {{"MFU", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{or_dash_percent(row.mfu)}; },
       [](const Series&, const ScalingRow& row) { return row.mfu.has_value() && !row.mfu_of_ceiling; }},
      {{"of ceiling", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{or_dash_percent(row.mfu)}; },
       [](const Series&, const ScalingRow& row) { return row.mfu.has_value() && row.mfu_of_ceiling; }},
      {{"HFU", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{or_dash_percent(row.hfu)}; },
       [](const Series&, const ScalingRow& row) { return is_recomputed(row) && !row.mfu_of_ceiling; }},
      {{"of ceiling, recomputed too", Align::right},
       [](const Series&, const ScalingRow& row) { return Cell{or_dash_percent(row.hfu)}; },
       [](const Series&, const ScalingRow& row) { return is_recomputed(row) && row.mfu_of_ceiling; }},
      {{"where the step goes"},
       [](const Series&, const ScalingRow& row) { return Cell{buckets_text(row)}; },
       [](const Series&, const ScalingRow& row) { return row.buckets && row.point->ranks > 1; },
       true},
      {{"lost"},
       [](const Series&, const ScalingRow& row) { return Cell{loss_text(row)}; },
       [](const Series&, const ScalingRow& row) { return row.loss.has_value(); }},
  };
}

struct ShownRow {
  const Series* series = nullptr;
  const ScalingRow* row = nullptr;
};

/// `headed_ranks`: the reference that the heading names, 0 for none.
Table table_for_people(const std::string& name, const std::vector<ShownRow>& rows, int headed_ranks, bool everything) {
  Table table{name, {}, {}};
  std::vector<Field> shown;
  for (const Field& field : fields()) {
    const auto filled = [&field](const ShownRow& one) { return field.filled(*one.series, *one.row); };
    if ((field.is_detail && !everything) || std::none_of(rows.begin(), rows.end(), filled)) continue;
    shown.push_back(field);
    table.columns.push_back(field.column);
  }
  const auto noted = [&](const ShownRow& one) { return !note_of(*one.row, headed_ranks).empty(); };
  const bool has_notes = std::any_of(rows.begin(), rows.end(), noted);
  if (has_notes) table.columns.push_back({"note"});
  for (const auto& [series, row] : rows) {
    std::vector<Cell> cells;
    for (const Field& field : shown) cells.push_back(field.cell(*series, *row));
    if (has_notes) {
      const bool is_odd = row->efficiency && !row->efficiency->warning.empty();
      cells.push_back({note_of(*row, headed_ranks), is_odd ? Tone::doubtful : Tone::plain});
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Tables that share a title: all sizes of one collective.
struct Group {
  std::string title;
  std::vector<const ScalingTable*> tables;
};

std::string title_of(const Series& series) {
  if (series.is_step()) return series.name;
  const std::size_t begin = series.name.find("/bytes");
  const std::size_t end = std::min(series.name.size(), series.name.find('/', begin + 1));
  return begin == std::string::npos ? series.name : series.name.substr(0, begin) + series.name.substr(end);
}

std::vector<Group> groups_of(const Scaling& scaling) {
  std::vector<Group> groups;
  for (const ScalingTable& table : scaling.tables) {
    const std::string title = title_of(*table.series);
    const auto same = [&title](const Group& group) { return group.title == title; };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) found = groups.insert(groups.end(), {title, {}});
    found->tables.push_back(&table);
  }
  for (Group& group : groups) {
    std::stable_sort(group.tables.begin(), group.tables.end(),
                     [](const ScalingTable* a, const ScalingTable* b) { return a->series->size < b->series->size; });
  }
  return groups;
}

/// Smallest, middle and largest.
std::vector<const ScalingTable*> few_of(const std::vector<const ScalingTable*>& tables) {
  if (tables.size() <= 3) return tables;
  return {tables.front(), tables[tables.size() / 2], tables.back()};
}

/// That of most tables: sizes of which the smallest world was disturbed have another. 0: there is none.
int reference_ranks_of(const std::vector<const ScalingTable*>& tables) {
  std::map<int, std::size_t> counts;
  for (const ScalingTable* table : tables) {
    if (table->reference != nullptr) ++counts[table->reference->ranks];
  }
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? 0 : most->first;
}

std::string heading_of(const Group& group, int reference_ranks) {
  const Series& series = *group.tables.front()->series;
  std::string text = group.title;
  if (!series.collective && !series.is_step()) return text + " · times only: nobody says which collective it was";
  if (const std::string growth = growth_text(series); !growth.empty()) text += " · " + growth;
  if (reference_ranks == 0) return text + " · no world to compare with";
  return text + fmt::format(" · efficiency against {} {}", reference_ranks, reference_ranks == 1 ? "rank" : "ranks");
}

/// The variants of a step that a screen has no room for beside the overlapped one.
bool is_minor(const Series& series, const Scaling& scaling) {
  const auto variant = text_of(*series.points.front().measured, "variant");
  if (!series.is_step() || !variant || *variant == "overlap") return false;
  return std::any_of(scaling.series.begin(), scaling.series.end(), [](const Series& other) {
    return text_of(*other.points.front().measured, "variant") == "overlap";
  });
}

/// Sends and receives of pairs say nothing about scaling; they are for bisecting.
bool is_shown(const Group& group, const Scaling& scaling, bool everything) {
  const Series& series = *group.tables.front()->series;
  if (everything) return true;
  return series.collective != Collective::send_recv && !is_minor(series, scaling);
}

void append_group(Document& document, const Group& group, bool everything) {
  std::vector<ShownRow> rows;
  std::vector<ShownRow> oversubscribed;
  const auto shown = everything ? group.tables : few_of(group.tables);
  for (const ScalingTable* table : shown) {
    for (const ScalingRow& row : table->rows) rows.push_back({table->series, &row});
    for (const ScalingRow& row : table->oversubscribed) oversubscribed.push_back({table->series, &row});
  }
  if (rows.empty() && oversubscribed.empty()) return;
  const int reference_ranks = reference_ranks_of(shown);
  document.blocks.emplace_back(Heading{heading_of(group, reference_ranks)});
  if (!rows.empty()) document.blocks.emplace_back(table_for_people(group.title, rows, reference_ranks, everything));
  if (shown.size() < group.tables.size()) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("{} of {} sizes; --all shows them all", shown.size(), group.tables.size()), Tone::quiet});
  }
  if (oversubscribed.empty()) return;
  document.blocks.emplace_back(
      Paragraph{"oversubscribed: more ranks than devices or cores take turns, so these times compare with nothing",
                Tone::doubtful});
  document.blocks.emplace_back(table_for_people(group.title + " oversubscribed", oversubscribed, 0, everything));
}

}  // namespace

Document scaling_document(const Record& record, const Scaling& scaling, ScalingDetail detail) {
  Document document;
  document.blocks.emplace_back(Paragraph{machine_line(record)});
  append_differences(document, scaling);
  std::size_t hidden = 0;
  for (const Group& group : groups_of(scaling)) {
    if (is_shown(group, scaling, detail.all_sizes)) {
      append_group(document, group, detail.all_sizes);
    } else {
      ++hidden;
    }
  }
  append_findings(document, scaling);
  append_fits(document, scaling);
  append_forecasts(document, scaling);
  if (detail.pairs) append_pairs(document, scaling);
  if (hidden > 0) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("{} more: --all shows every variant of the step, and pairs", hidden), Tone::quiet});
  }
  return document;
}

}  // namespace roofgate
