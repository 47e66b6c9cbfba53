#include "bench/gate/compare_sides.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "bench/gate/lost_after.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kRoundFailed = "round_failed";

/// A wrong result outranks whatever else the records of a side say, and a failure the rest.
int weight_of(const Unjudged& refusal) {
  if (refusal.kind == VerdictKind::wrong_result) return 2;
  return refusal.reason.rule == kRoundFailed ? 1 : 0;
}

/// Which of several records it is.
Reason located(Unjudged refusal, const SideOfCase& side) {
  if (!side.refused_in.empty()) refusal.reason.sentence += " In " + side.refused_in + ".";
  return std::move(refusal.reason);
}

Verdict refused_after(const std::string& id, const SideOfCase& before, Unjudged refusal) {
  if (refusal.kind == VerdictKind::skipped && !before.records.empty()) refusal.kind = VerdictKind::vanished;
  return verdict_of(id, refusal.kind, std::move(refusal.reason));
}

Verdict refused_before(const std::string& id, const SideOfCase& before) {
  if (!before.is_there) {
    return verdict_of(id, VerdictKind::no_baseline,
                      {"only_after", "Measured after and not before: there is nothing to compare it with.", {}});
  }
  const bool was_skipped = before.refusal->kind == VerdictKind::skipped;
  Reason reason = before.refusal->reason;
  reason.sentence = "Before: " + reason.sentence;
  return verdict_of(id, was_skipped ? VerdictKind::no_baseline : VerdictKind::invalid, std::move(reason));
}

}  // namespace

SideOfCase side_of(const std::string& id, const SideRecords& records,
                   const std::map<std::string, std::string>& implausible, const CompareInputs& inputs) {
  SideOfCase side;
  for (const Record* record : records) {
    const auto found = std::find_if(record->cases.begin(), record->cases.end(),
                                    [&](const Case& measured) { return measured.id == id; });
    if (found == record->cases.end()) continue;
    side.is_there = true;
    const GateInputs screening{*record, nullptr, inputs.policy, implausible, inputs.today};
    if (auto refusal = refuse_measurement(*found, screening)) {
      if (side.refusal && weight_of(*refusal) <= weight_of(*side.refusal)) continue;
      side.refusal = std::move(refusal);
      side.refused_in = records.size() > 1 ? source_of(*record) : std::string{};
      continue;
    }
    side.records.push_back(record);
    side.cases.push_back(&*found);
  }
  return side;
}

void keep_definition(SideOfCase& side, const std::string& definition) {
  for (std::size_t i = side.cases.size(); i-- > 0;) {
    if (side.cases[i]->definition == definition) continue;
    side.cases.erase(side.cases.begin() + static_cast<std::ptrdiff_t>(i));
    side.records.erase(side.records.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::vector<double> rounds_of(const Case& measured) {
  std::vector<double> logs;
  for (const Round& round : measured.rounds) {
    if (is_clean_round(round)) logs.push_back(std::log(round_location(round.time_s)));
  }
  return logs;
}

bool are_close_together(const SideRecords& records) {
  constexpr double kNight = 12.0 * 3600.0;
  if (records.size() < 2) return false;
  double first = std::numeric_limits<double>::infinity();
  double last = -first;
  for (const Record* record : records) {
    const auto moment = parse_utc(record->started_at);
    if (!moment) return true;
    const auto seconds = std::chrono::duration<double>(moment->time_since_epoch()).count();
    first = std::min(first, seconds);
    last = std::max(last, seconds);
  }
  return last - first < kNight * static_cast<double>(records.size() - 1);
}

std::optional<Verdict> refuse_sides(const std::string& id, const SideOfCase& before, const SideOfCase& after) {
  if (after.refusal && after.refusal->kind == VerdictKind::wrong_result) {
    return verdict_of(id, VerdictKind::wrong_result, located(*after.refusal, after));
  }
  // What fails now and then after a change is not safe because it did not fail in the other records.
  if (after.refusal && after.refusal->reason.rule == kRoundFailed) {
    return verdict_of(id, after.refusal->kind, located(*after.refusal, after));
  }
  if (!after.is_there) {
    const bool was_skipped = before.records.empty() && before.refusal && before.refusal->kind == VerdictKind::skipped;
    return verdict_of(id, was_skipped ? VerdictKind::skipped : VerdictKind::vanished,
                      {"only_before", "Measured before and not after.", {}});
  }
  if (after.records.empty()) return refused_after(id, before, *after.refusal);
  if (before.records.empty()) return refused_before(id, before);
  return std::nullopt;
}

}  // namespace roofgate
