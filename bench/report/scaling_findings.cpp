#include "bench/report/scaling_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <utility>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

std::string named(int rank, const std::string& place) {
  return place.empty() ? fmt::format("rank {}", rank) : fmt::format("rank {} ({})", rank, place);
}

/// The worst of the rows that name one rank of one world.
struct SickRank {
  const ScalingRow* row = nullptr;
  const SlowestRank* rank = nullptr;
  std::size_t cases = 0;
  bool is_further = false;  ///< another sick rank was left out to find it
};

using SickRanks = std::map<std::pair<int, int>, SickRank>;  // ranks of the world, rank

void add_sick(SickRanks& found, const ScalingRow& row, const SlowestRank& rank, bool is_further) {
  if (rank.tail != Tail::sick) return;
  SickRank& sick = found[{row.point->ranks, rank.rank}];
  ++sick.cases;
  if (sick.row != nullptr && rank.over_median <= sick.rank->over_median) return;
  sick.row = &row;
  sick.rank = &rank;
  sick.is_further = is_further;
}

void append_sick(Document& document, const Scaling& scaling) {
  SickRanks found;
  for (const ScalingTable& table : scaling.tables) {
    for (const ScalingRow& row : table.rows) {
      if (!row.skew) continue;
      add_sick(found, row, row.skew->slowest, false);
      for (const SlowestRank& one : row.skew->further) add_sick(found, row, one, true);
    }
  }
  for (const auto& [key, sick] : found) {
    const SlowestRank& rank = *sick.rank;
    document.blocks.emplace_back(Paragraph{
        fmt::format("SICK  {}: last{} in {} of {} repeats of {}, {} over the median rank", named(rank.rank, rank.place),
                    sick.is_further ? " of the ranks that are left" : "", rank.times_last, sick.row->skew->repeats,
                    sick.row->point->measured->id, format_percent(Ratio{rank.over_median - 1.0})),
        Tone::bad});
    document.blocks.emplace_back(Detail{fmt::format(
        "{} it; by chance one rank would be last most often in {} of {} rounds with q {:.1g} (limit {:g})",
        sick.cases == 1 ? "1 case of this world names" : fmt::format("{} cases of this world name", sick.cases),
        rank.rounds_won, sick.row->skew->rounds, rank.q_value, kSickAlpha)});
  }
}

void append_slow_parts(Document& document, const Scaling& scaling) {
  for (const Bisection& bisection : scaling.bisections) {
    for (const SlowPart& part : bisection.slow) {
      const std::string what =
          part.peer ? fmt::format("{} {} and {}{}", part.is_told_apart ? "link between ranks" : "rank or link, ranks",
                                  part.rank, *part.peer, part.place.empty() ? "" : " (" + part.place + ")")
                    : named(part.rank, part.place);
      const std::string doubt =
          part.is_told_apart ? "" : ": with one pairing a rank cannot be told from the link, more pairings can";
      document.blocks.emplace_back(
          Paragraph{fmt::format("SLOW  {}: {} takes {} times a healthy pair's ({}, {} ranks){}", what,
                                part.peer ? "the pair" : fmt::format("the median of its {} pairs", part.pairs),
                                format_factor(part.ratio), bisection.name, bisection.ranks, doubt),
                    Tone::bad});
    }
  }
}

/// One switch of a world, at however many sizes.
struct Switch {
  std::string first_case;
  std::size_t cases = 0;
  bool has_wire = true;  ///< of both sides what crossed the wire is known
};

void append_switches(Document& document, const Scaling& scaling) {
  std::map<std::pair<int, std::string>, Switch> found;  // ranks, "RING SIMPLE -> NVLS SIMPLE"
  for (const ScalingTable& table : scaling.tables) {
    const ScalingRow* before = nullptr;
    for (const ScalingRow& row : table.rows) {
      const ScalingRow* other = std::exchange(before, &row);
      if (row.switched_from.empty()) continue;
      Switch& one = found[{row.point->ranks, fmt::format("{} -> {}", row.switched_from, row.point->algorithm_name)}];
      if (one.cases++ == 0) one.first_case = row.point->measured->id;
      const bool is_same_wire = other->bandwidths && row.bandwidths && other->bandwidths->wire && row.bandwidths->wire;
      one.has_wire = one.has_wire && is_same_wire;
    }
  }
  for (const auto& [key, one] : found) {
    const std::string others = one.cases > 1 ? fmt::format(" and {} more", one.cases - 1) : "";
    document.blocks.emplace_back(
        Paragraph{fmt::format("SWITCH  {} with {} ranks: {}{}. Bus bandwidths of the two do not compare{}.", key.second,
                              key.first, one.first_case, others, one.has_wire ? "; the wire's do" : "")});
  }
}

}  // namespace

void append_findings(Document& document, const Scaling& scaling) {
  append_sick(document, scaling);
  append_slow_parts(document, scaling);
  append_switches(document, scaling);
}

void append_differences(Document& document, const Scaling& scaling) {
  if (!scaling.hardware_differences.empty()) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("the records differ in hardware, which these tables cannot tell from scaling: {}",
                              fmt::join(scaling.hardware_differences, ", ")),
                  Tone::doubtful});
  }
  if (scaling.software_differences.empty()) return;
  document.blocks.emplace_back(
      Paragraph{fmt::format("the records differ in software, which these tables cannot tell from scaling: {}",
                            fmt::join(scaling.software_differences, "; ")),
                Tone::doubtful});
}

void append_pairs(Document& document, const Scaling& scaling) {
  for (const Bisection& bisection : scaling.bisections) {
    document.blocks.emplace_back(Heading{fmt::format("{} · {} ranks, pair by pair", bisection.name, bisection.ranks)});
    Table table{"pairs",
                {{"ranks"}, {"time", Align::right}, {"rate", Align::right}, {"of healthy", Align::right}, {"between"}},
                {}};
    for (const PairTime& pair : bisection.pairs) {
      const bool is_slow = pair.ratio > kSlowPair;
      table.rows.push_back({{fmt::format("{} {}", pair.a, pair.b)},
                            {format(pair.time)},
                            {format(bisection.size / pair.time)},
                            {format_factor(pair.ratio), is_slow ? Tone::bad : Tone::plain},
                            {pair.between_nodes ? "nodes" : ""}});
    }
    document.blocks.emplace_back(std::move(table));
  }
}

}  // namespace roofgate
