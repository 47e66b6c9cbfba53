#include "bench/derived/common_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace roofgate {
namespace {

const Round* round_with(const Case& measured, int index) {
  for (const Round& round : measured.rounds) {
    if (round.index == index) return &round;
  }
  return nullptr;
}

Mark inherited(const Mark& mark, const Case& from) {
  const MarkKind kind = mark.kind == MarkKind::wrong_result ? MarkKind::error : mark.kind;
  return {kind, fmt::format("{}: {}", from.id, mark.evidence)};
}

void add_marks(Round& frame, const Round& source, const Case& from) {
  for (const Mark& mark : source.marks) {
    Mark own = inherited(mark, from);
    const auto is_same = [&](const Mark& known) { return known.kind == own.kind; };
    if (std::none_of(frame.marks.begin(), frame.marks.end(), is_same)) frame.marks.push_back(std::move(own));
  }
}

}  // namespace

std::vector<CommonRound> common_rounds(std::span<const Case* const> cases) {
  std::vector<CommonRound> rounds;
  if (cases.empty()) return rounds;
  for (const Round& first : cases.front()->rounds) {
    CommonRound common;
    common.frame.index = first.index;
    common.frame.position = first.position;
    common.frame.started_at = first.started_at;
    common.frame.world_size = first.world_size;
    common.frame.stop = first.stop;
    for (const Case* source : cases) {
      const Round* round = round_with(*source, first.index);
      if (round == nullptr) break;
      common.sources.push_back(round);
      add_marks(common.frame, *round, *source);
    }
    if (common.sources.size() == cases.size()) rounds.push_back(std::move(common));
  }
  return rounds;
}

}  // namespace roofgate
