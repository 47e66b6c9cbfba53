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
  constexpr double kNothing = 0.0005;  // shown as 0.0, not as -0.0
  const double shown = std::abs(share) < kNothing ? 0.0 : share;
  return std::isfinite(share) ? fmt::format("{:.1f}{}", 100.0 * shown, unit) : std::string{"-"};
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
  if (!row.skew || row.skew->slowest.rank < 0 || row.skew->slowest.tail == Tail::pair) return "-";
  const RankSkew& skew = *row.skew;
  const auto named = [&skew](const SlowestRank& slowest) {
    const std::string place = slowest.place.empty() ? "" : fmt::format(" ({})", slowest.place);
    return fmt::format("{}{} {} of {}", slowest.rank, place, slowest.times_last, skew.repeats);
  };
  std::string text = named(skew.slowest);
  for (const SlowestRank& one : skew.further) text += ", then " + named(one);
  switch (skew.slowest.tail) {
    case Tail::pair:
    case Tail::wanders:
      return "wanders";
    case Tail::sick:
      return text + ": sick";
    case Tail::harmless:
      return text + (skew.slowest.rounds_won == skew.rounds ? ": always, by little" : ": often, by little");
    case Tail::undecided:
      return text + ": too few rounds to tell";
    case Tail::unclear:
      return text +
             fmt::format(": most often in {} of {} rounds, maybe by chance", skew.slowest.rounds_won, skew.rounds);
  }
  return text;
}

std::string loss_text(const ScalingRow& row) {
  if (!row.loss) return "-";
  std::string text;
  if (row.loss->exposed) text += fmt::format("exposed {}, ", percent(*row.loss->exposed));
  if (row.loss->skew) text += fmt::format("skew {}, ", percent(*row.loss->skew));
  return text + fmt::format("rest {}", percent(row.loss->rest));
}

std::string buckets_text(const ScalingRow& row) {
  if (!row.buckets || !row.buckets->compute) return "-";
  const StepBuckets& shares = *row.buckets;
  return fmt::format("compute {}, exposed {}, data 0 %, idle {}", percent(*shares.compute),
                     percent(shares.exposed.value_or(0.0)), shares.idle ? percent(*shares.idle) : "unknown");
}

std::string note_of(const ScalingRow& row, int headed_ranks) {
  std::vector<std::string> parts;
  if (!row.point->timing) parts.emplace_back("not measured");
  for (std::string& mark : marks_of(row)) parts.push_back(std::move(mark));
  if (row.is_reference && !row.efficiency) parts.emplace_back("the reference all the same: no world was undisturbed");
  if (row.efficiency && headed_ranks > 0 && row.efficiency->reference_ranks != headed_ranks) {
    parts.push_back(fmt::format("against {} ranks", row.efficiency->reference_ranks));
  }
  if (row.crosses_nodes) parts.push_back(fmt::format("crosses to {} nodes", row.point->nodes));
  if (!row.switched_from.empty()) {
    parts.push_back(fmt::format("SWITCH {} -> {}", row.switched_from, row.point->algorithm_name));
  }
  if (row.efficiency && !row.efficiency->warning.empty()) parts.push_back(row.efficiency->warning);
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string growth_text(const Series& series) {
  if (!series.is_step()) return {};
  return series.growth == Growth::strong ? "strong scaling" : "weak scaling";
}

}  // namespace roofgate
