#include "bench/gate/lost_after.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/gate/wording.hpp"
#include "bench/record/marks.hpp"

namespace roofgate {
namespace {

using CasesById = std::unordered_map<std::string_view, const Case*>;

CasesById by_id(const Record& record) {
  CasesById cases;
  for (const Case& measured : record.cases) cases.emplace(measured.id, &measured);
  return cases;
}

/// Of the round that has most.
std::size_t ranks_of(const Case& measured) {
  std::size_t most = 0;
  for (const Round& round : measured.rounds) most = std::max(most, round.rank_time_s.size());
  return most;
}

bool is_left_out(const Round& round) {
  return has_mark(round.marks, MarkKind::skipped) || has_mark(round.marks, MarkKind::oversubscribed);
}

/// "failed"; empty if it was measured, however disturbed.
std::string why_lost(const Case* measured, std::size_t usual_ranks) {
  if (measured == nullptr || measured->rounds.empty()) return "absent";
  if (has_mark(*measured, MarkKind::error)) return "failed";
  if (std::all_of(measured->rounds.begin(), measured->rounds.end(), is_left_out)) return "skipped";
  for (const Round& round : measured->rounds) {
    const std::size_t told = std::max(round.rank_time_s.size(), round.time_s.empty() ? std::size_t{0} : 1);
    if (told < usual_ranks && round.marks.empty())
      return fmt::format("measured by {} of {} ranks only", told, usual_ranks);
  }
  return {};
}

/// What was measured before: in which of its records, and of how many ranks in the last of them.
struct Usual {
  std::vector<bool> in;
  std::size_t ranks = 0;
};

std::map<std::string, Usual> usual_before(const CompareInputs& inputs) {
  std::map<std::string, Usual> usual;
  for (std::size_t i = 0; i < inputs.before.size(); ++i) {
    for (const Case& measured : inputs.before[i]->cases) {
      if (!why_lost(&measured, 0).empty()) continue;
      Usual& one = usual[measured.id];
      one.in.resize(inputs.before.size());
      one.in[i] = true;
      if (const std::size_t ranks = ranks_of(measured); ranks > 0) one.ranks = ranks;
    }
  }
  return usual;
}

}  // namespace

std::string source_of(const Record& record) { return record.imported ? record.imported->file : record.id; }

std::map<std::string, std::string> cases_lost_after(const CompareInputs& inputs) {
  const auto usual = usual_before(inputs);
  std::map<std::vector<bool>, std::vector<std::string_view>> measured_together;
  for (const auto& [id, one] : usual) measured_together[one.in].push_back(id);

  struct Loss {
    int records = 0, of = 0;
    std::string how, where;
  };
  std::map<std::string, Loss> losses;
  for (const Record* record : inputs.after) {
    const CasesById cases = by_id(*record);
    for (const auto& [in, together] : measured_together) {
      const bool is_in_all = std::find(in.begin(), in.end(), false) == in.end();
      const auto is_there = [&](std::string_view id) { return cases.contains(id); };
      if (!is_in_all && std::none_of(together.begin(), together.end(), is_there)) continue;
      for (const std::string_view id : together) {
        const auto found = cases.find(id);
        Loss& loss = losses[std::string{id}];
        ++loss.of;
        std::string how = why_lost(found == cases.end() ? nullptr : found->second, usual.at(std::string{id}).ranks);
        if (how.empty() || ++loss.records > 1) continue;
        loss.how = std::move(how);
        loss.where = source_of(*record);
      }
    }
  }
  std::map<std::string, std::string> sentences;
  for (const auto& [id, loss] : losses) {
    if (loss.records == 0) continue;
    sentences[id] = fmt::format("It is {} in {} of {} of after ({}{}), and in none of before.", loss.how, loss.records,
                                counted(loss.of, "record"), loss.where, loss.records > 1 ? ", …" : "");
  }
  return sentences;
}

}  // namespace roofgate
