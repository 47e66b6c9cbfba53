#include "bench/readers/run_identity.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>

#include "bench/readers/record_builder.hpp"

namespace roofgate {
namespace {

bool holds(const Case& whole, const Round& part) {
  if (part.time_s.empty()) return true;  // a round that failed may have been measured since
  return std::any_of(whole.rounds.begin(), whole.rounds.end(),
                     [&](const Round& round) { return round.index == part.index && round.time_s == part.time_s; });
}

/// Everything that `part` measured is in `whole`, and `whole` is finished if `part` is.
bool holds(const Record& whole, const Record& part) {
  if (whole.finished_at.empty() && !part.finished_at.empty()) return false;
  return std::all_of(part.cases.begin(), part.cases.end(), [&](const Case& measured) {
    const auto same = std::find_if(whole.cases.begin(), whole.cases.end(),
                                   [&](const Case& other) { return other.id == measured.id; });
    return same != whole.cases.end() && same->definition == measured.definition &&
           std::all_of(measured.rounds.begin(), measured.rounds.end(),
                       [&](const Round& round) { return holds(*same, round); });
  });
}

/// Of an imported record its place in the tool's file, which its id ends with (RecordBuilder::finish): a file of its
/// own says nothing else of it.
std::optional<std::size_t> part_of(const Record& record) {
  const std::size_t at = record.id.rfind(record.imported->content);
  if (record.imported->content.empty() || at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view{record.id}.substr(at + record.imported->content.size());
  if (rest.empty()) return 0;
  std::size_t part = 0;
  const char* const end = rest.data() + rest.size();
  const auto [stop, problem] = std::from_chars(rest.data() + 1, end, part);
  return rest.front() == '-' && problem == std::errc{} && stop == end ? std::optional{part} : std::nullopt;
}

}  // namespace

RunIdentity identity_of(const Record& record, std::size_t part) {
  if (!record.imported) return {record.id, part, record.started_at, true};
  const std::string& by = record.imported->dated_by;
  return {record.imported->content, part_of(record).value_or(part), record.started_at,
          by != kDatedByChange && by != kDatedByNothing};
}

std::vector<std::optional<std::size_t>> repeated_runs(std::span<const RunIdentity> runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return runs[i].is_dated; });
  std::vector<std::optional<std::size_t>> repeats(runs.size());
  std::map<std::pair<std::string, std::size_t>, std::vector<std::size_t>> kept;
  for (const std::size_t i : order) {
    std::vector<std::size_t>& others = kept[{runs[i].content, runs[i].part}];
    const auto same = std::find_if(others.begin(), others.end(), [&](std::size_t other) {
      return !runs[i].is_dated || runs[i].moment == runs[other].moment;
    });
    if (same != others.end()) {
      repeats[i] = *same;
    } else {
      others.push_back(i);
    }
  }
  return repeats;
}

CopyKind compare_copies(const Record& first, const Record& second) {
  const bool first_holds = holds(first, second);
  const bool second_holds = holds(second, first);
  if (first_holds && second_holds) return CopyKind::same;
  if (first_holds) return CopyKind::second_is_earlier;
  return second_holds ? CopyKind::first_is_earlier : CopyKind::different;
}

}  // namespace roofgate
