#include "bench/report/scaling_wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>
#include <string_view>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

std::string percent(double share, std::string_view unit = " %") {
  return std::isfinite(share) ? fmt::format("{:.1f}{}", 100.0 * share, unit) : std::string{"-"};
}

/// Kinds of the marks behind the row's time, or of a case without one.
std::vector<std::string> marks_of(const ScalingRow& row) {
  std::set<std::string> kinds;
  for (const Round& round : row.point->measured->rounds) {
    for (const Mark& mark : round.marks) kinds.emplace(name_of(mark.kind));
  }
  kinds.erase("oversubscribed");  // has a table of its own
  if (row.point->timing && !row.point->timing->disturbed) return {};
  return {kinds.begin(), kinds.end()};
}

}  // namespace

std::string efficiency_text(const ScalingRow& row) {
  if (!row.efficiency) return "-";
  if (row.is_reference) return "100 %";
  std::string text = format_percent(Ratio{row.efficiency->value});
  if (row.efficiency->low) {
    text += fmt::format(" [{}, {}]", percent(*row.efficiency->low, ""), percent(*row.efficiency->high, ""));
  }
  return text;
}

std::string slowest_text(const ScalingRow& row) {
  if (!row.skew || row.skew->slowest < 0 || row.skew->tail == Tail::pair) return "-";
  const RankSkew& skew = *row.skew;
  if (skew.tail == Tail::wanders) return "wanders";
  std::string text = fmt::format("{}", skew.slowest);
  if (!skew.place.empty()) text += fmt::format(" ({})", skew.place);
  text += fmt::format(" {} of {}", skew.times_last, skew.repeats);
  if (skew.tail == Tail::sick) text += ": sick";
  if (skew.tail == Tail::harmless) text += ": always, by little";
  if (skew.tail == Tail::undecided) text += ": too few rounds to tell";
  return text;
}

std::string loss_text(const ScalingRow& row) {
  if (!row.loss) return "-";
  std::string text;
  if (row.loss->exposed) text += fmt::format("exposed {}, ", percent(*row.loss->exposed));
  if (row.loss->skew) text += fmt::format("skew {}, ", percent(*row.loss->skew));
  return text + fmt::format("rest {}", percent(row.loss->rest));
}

std::string note_of(const ScalingRow& row) {
  std::vector<std::string> parts;
  if (!row.point->timing) parts.emplace_back("not measured");
  for (std::string& mark : marks_of(row)) parts.push_back(std::move(mark));
  if (row.crosses_nodes) parts.push_back(fmt::format("crosses to {} nodes", row.point->nodes));
  if (!row.switched_from.empty()) {
    parts.push_back(fmt::format("SWITCH {} -> {}", row.switched_from, row.point->algorithm_name));
  }
  if (row.efficiency && !row.efficiency->warning.empty()) parts.push_back(row.efficiency->warning);
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string growth_text(const Series& series) {
  if (series.collective) return {};
  return series.growth == Growth::strong ? "strong scaling" : "weak scaling";
}

}  // namespace roofgate
