#include "bench/gate/side_pairs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "bench/gate/screening.hpp"
#include "bench/record/ab_notes.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kTornSeconds = 60.0;  // beyond three times the usual distance
constexpr double kTornFactor = 3.0;

const Case* find_case(const Record& record, const std::string& id) {
  const auto found =
      std::find_if(record.cases.begin(), record.cases.end(), [&](const Case& each) { return each.id == id; });
  return found == record.cases.end() ? nullptr : &*found;
}

const Round* find_round(const Case& measured, int index) {
  const auto found = std::find_if(measured.rounds.begin(), measured.rounds.end(),
                                  [&](const Round& each) { return each.index == index; });
  return found == measured.rounds.end() ? nullptr : &*found;
}

double seconds_between(const Round& a, const Round& b) {
  const auto begin = parse_utc(a.started_at);
  const auto end = parse_utc(b.started_at);
  if (!begin || !end) return 0.0;
  return std::abs(std::chrono::duration<double>(*end - *begin).count());
}

/// Both rounds of a pair, before they are looked at.
struct RoundPair {
  const Round* before = nullptr;
  const Round* after = nullptr;
  bool is_after_first = false;
};

std::vector<RoundPair> round_pairs(const std::string& case_id, std::span<const RecordPair> records) {
  std::vector<RoundPair> pairs;
  for (const RecordPair& record : records) {
    const Case* before = find_case(*record.before, case_id);
    const Case* after = find_case(*record.after, case_id);
    if (before == nullptr || after == nullptr) continue;
    for (std::size_t round = 0; round < record.after_first.size(); ++round) {
      pairs.push_back({find_round(*before, static_cast<int>(round)), find_round(*after, static_cast<int>(round)),
                       record.after_first[round]});
    }
  }
  return pairs;
}

}  // namespace

std::vector<RecordPair> record_pairs(std::span<const Record* const> before, std::span<const Record* const> after) {
  std::vector<RecordPair> pairs;
  if (before.size() != after.size()) return pairs;
  for (const Record* one : before) {
    const auto mine = ab_notes_of(*one);
    if (!mine) return {};
    for (const Record* other : after) {
      const auto theirs = ab_notes_of(*other);
      if (!theirs || theirs->id != mine->id || theirs->side == mine->side || theirs->b_first != mine->b_first) continue;
      RecordPair pair{one, other, mine->b_first};
      if (mine->side == 'b') pair.after_first.flip();
      pairs.push_back(std::move(pair));
    }
  }
  return pairs.size() == before.size() ? pairs : std::vector<RecordPair>{};
}

CasePairs pairs_of(const std::string& case_id, std::span<const RecordPair> records) {
  const std::vector<RoundPair> rounds = round_pairs(case_id, records);
  std::vector<double> distances;
  for (const RoundPair& pair : rounds) {
    if (pair.before != nullptr && pair.after != nullptr) {
      distances.push_back(seconds_between(*pair.before, *pair.after));
    }
  }
  const double usual = distances.empty() ? 0.0 : median(distances);
  CasePairs result;
  for (const RoundPair& pair : rounds) {
    const bool is_there = pair.before != nullptr && pair.after != nullptr;
    if (!is_there || !is_clean_round(*pair.before) || !is_clean_round(*pair.after)) {
      ++result.left_out;
      continue;
    }
    const double distance = seconds_between(*pair.before, *pair.after);
    if (distance > kTornFactor * usual && distance > usual + kTornSeconds) {
      ++result.torn;
      continue;
    }
    result.before.push_back(std::log(round_location(pair.before->time_s)));
    result.after.push_back(std::log(round_location(pair.after->time_s)));
    result.pairs.push_back({result.after.back() - result.before.back(), pair.is_after_first});
  }
  return result;
}

}  // namespace roofgate
