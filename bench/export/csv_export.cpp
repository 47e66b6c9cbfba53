#include "bench/export/csv_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "bench/export/exported_case.hpp"
#include "bench/record/marks.hpp"
#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

Cell number(double value) { return {fmt::format("{}", value), Tone::plain, value}; }

Cell number(const std::optional<double>& value) { return value ? number(*value) : Cell{}; }

template <class Q>
Cell number(const std::optional<Q>& value) {
  return value ? number(value->value()) : Cell{};
}

std::vector<Cell> row_of(const Case& measured, const Round& round) {
  const std::vector<double>& times = round.time_s;
  std::optional<double> middle;
  std::optional<double> least;
  std::optional<double> most;
  // A wrong result's time is the time of something else.
  const bool wrong = has_mark(round.marks, MarkKind::wrong_result);
  if (!times.empty() && !wrong) {
    const auto [fastest, slowest] = std::minmax_element(times.begin(), times.end());
    middle = figure_of(measured, round_location(times));
    least = std::min(figure_of(measured, *fastest), figure_of(measured, *slowest));
    most = std::max(figure_of(measured, *fastest), figure_of(measured, *slowest));
  }
  std::string marks;
  for (const Mark& mark : round.marks) {
    marks += fmt::format("{}{}: {}", marks.empty() ? "" : "; ", name_of(mark.kind), mark.evidence);
  }
  return {{visible(measured.id)},  // on one line: spreadsheets and scripts read rows
          {visible(measured.kind)},
          number(static_cast<double>(round.index)),
          {round.started_at},
          number(static_cast<double>(round.world_size)),
          number(static_cast<double>(times.size())),
          {measured.metric ? measured.metric->name : "time"},
          {unit_of(measured)},
          {measured.better == Better::lower ? "lower" : "higher"},
          number(middle),
          number(least),
          number(most),
          number(round.telemetry.clock_median),
          number(round.telemetry.power_median),
          {visible(marks)}};
}

}  // namespace

Exported write_csv(const Record& record) {
  Table table{"rounds",
              {{"case"},
               {"kind"},
               {"round"},
               {"started_at"},
               {"ranks"},
               {"samples"},
               {"metric"},
               {"unit"},
               {"better"},
               {"median"},
               {"min"},
               {"max"},
               {"clock_hz"},
               {"power_w"},
               {"marks"}},
              {}};
  Exported exported;
  for (const Case& measured : record.cases) {
    for (const Round& round : measured.rounds) table.rows.push_back(row_of(measured, round));
    ++exported.cases;
  }
  exported.text = render_csv(Document{{std::move(table)}});
  return exported;
}

}  // namespace roofgate
