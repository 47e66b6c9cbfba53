#include "tests/bench/gate/replay.hpp"

#include <algorithm>
#include <functional>

#include "bench/baseline/baseline_store.hpp"
#include "bench/gate/judge.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kFirstJudged = 3;

Baseline nights_of(std::span<const Record> records) {
  const BaselineName name = baseline_name_of(records.front());
  Baseline all{name.hardware_key, name.suite, {}};
  for (const Record& record : records) all.nights.push_back(night_of(record));
  return all;
}

using Visit = std::function<void(std::size_t night, const Baseline& reference, const Policy& policy)>;

void for_each_night(std::span<const Record> records, Policy policy, ReplayOrder order, const Visit& visit) {
  const Baseline all = nights_of(records);
  const bool leaves_one_out = order == ReplayOrder::leave_one_out;
  if (leaves_one_out) policy.window_nights = static_cast<int>(records.size());
  for (std::size_t i = leaves_one_out ? 0 : kFirstJudged; i < records.size(); ++i) {
    Baseline reference = all;
    const auto tonight = reference.nights.begin() + static_cast<std::ptrdiff_t>(i);
    reference.nights.erase(tonight, leaves_one_out ? tonight + 1 : reference.nights.end());
    visit(i, reference, policy);
  }
}

/// After all the nights that it is compared with, whenever it was measured.
Record as_last(Record record, const Baseline& reference) {
  record.started_at = std::max(record.started_at, reference.nights.back().date + "~");
  record.finished_at = record.started_at;
  return record;
}

GateResult judge_night(const Record& record, const Baseline& reference, const Policy& policy) {
  return judge({record, &reference, policy, {}, reference.nights.back().date.substr(0, 10)});
}

}  // namespace

ReplayCounts replay_healthy(std::span<const Record> records, const Policy& policy, ReplayOrder order) {
  ReplayCounts counts;
  for_each_night(records, policy, order, [&](std::size_t night, const Baseline& reference, const Policy& used) {
    const GateResult result = judge_night(as_last(records[night], reference), reference, used);
    ++counts.nights;
    ++counts.statuses[result.status];
    for (const Verdict& verdict : result.verdicts) {
      ++counts.cases;
      ++counts.verdicts[verdict.kind];
    }
  });
  return counts;
}

ReplayCounts replay_slowed(std::span<const Record> records, const Policy& policy, ReplayOrder order, double loss) {
  ReplayCounts counts;
  for_each_night(records, policy, order, [&](std::size_t night, const Baseline& reference, const Policy& used) {
    Record record = as_last(records[night], reference);
    for (Case& slowed : record.cases) {
      const std::vector<Round> healthy = slowed.rounds;
      for (Round& round : slowed.rounds) {
        for (double& time : round.time_s) time /= 1.0 - loss;
      }
      const GateResult result = judge_night(record, reference, used);
      slowed.rounds = healthy;
      const auto verdict = std::find_if(result.verdicts.begin(), result.verdicts.end(),
                                        [&](const Verdict& candidate) { return candidate.case_id == slowed.id; });
      ++counts.nights;
      ++counts.cases;
      ++counts.statuses[result.status];
      ++counts.verdicts[verdict->kind];
    }
  });
  return counts;
}

std::vector<Record> records_of(const Baseline& nights) {
  std::vector<Record> records;
  for (const Night& night : nights.nights) {
    Record& record = records.emplace_back();
    record.id = night.record_id;
    record.started_at = record.finished_at = night.date;
    record.tool.build_type = "Release";
    record.environment.backend = "host";
    record.environment.software = night.software;
    record.suite = nights.suite;
    record.rounds_planned = 1;
    for (const auto& [id, measured] : night.cases) {
      if (measured.derived) continue;  // it follows from the others
      Case& rebuilt = record.cases.emplace_back();
      rebuilt.id = id;
      rebuilt.kind = id.substr(0, id.find('/'));
      rebuilt.definition = measured.definition;
      for (const double location : measured.round_location) {
        Round& round = rebuilt.rounds.emplace_back();
        round.index = static_cast<int>(rebuilt.rounds.size()) - 1;
        round.started_at = night.date;
        round.stop = StopReason::converged;
        round.time_s = {location};
      }
    }
  }
  return records;
}

}  // namespace roofgate
