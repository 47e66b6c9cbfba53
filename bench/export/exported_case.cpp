#include "bench/export/exported_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/record/marks.hpp"

namespace roofgate {
namespace {

std::string why_no_figure(const Case& measured) {
  if (has_mark(measured, MarkKind::wrong_result)) return "a wrong result";
  const bool sampled = std::any_of(measured.rounds.begin(), measured.rounds.end(),
                                   [](const Round& round) { return !round.time_s.empty(); });
  return sampled ? "every round is marked" : "not measured";
}

}  // namespace

std::vector<std::string> LeftOut::lines() const {
  std::vector<std::string> lines;
  for (const auto& [reason, count] : counts_) {
    lines.push_back(fmt::format("{} {}: {}", count, count == 1 ? "case" : "cases", reason));
  }
  return lines;
}

std::optional<ExportedCase> exported_case(const Case& measured, LeftOut& left_out) {
  std::optional<Timing> timing = timing_of(measured);
  if (!timing || timing->disturbed || timing->time <= Seconds{}) {
    left_out.add(why_no_figure(measured));
    return std::nullopt;
  }
  return ExportedCase{&measured, std::move(*timing)};
}

double figure_of(const Case& measured, double time_s) {
  return measured.metric ? metric_value(measured, time_s) : time_s;
}

std::string unit_of(const Case& measured) { return measured.metric ? measured.metric->unit : "s"; }

}  // namespace roofgate
