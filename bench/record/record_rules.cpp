#include "bench/record/record_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string_view>

#include "bench/record/json_tree.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

using Broken = std::optional<BrokenRule>;

Broken check_text(std::string_view text, std::string place) {
  if (!text.empty()) return std::nullopt;
  return BrokenRule{std::move(place), "is empty", "every record names it"};
}

Broken check_moment(std::string_view text, std::string place) {
  const auto moment = parse_utc(text);
  if (moment) return std::nullopt;
  return BrokenRule{std::move(place), fmt::format("is '{}', {}", printable(text), moment.error().what),
                    moment.error().hint};
}

Broken check_times(std::span<const double> times, const std::string& place) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (std::isfinite(times[i]) && times[i] > 0.0) continue;
    return BrokenRule{fmt::format("{}/{}", place, i), fmt::format("is {}, not a time above zero", times[i]),
                      "a sample that was not measured is left out and the round marked"};
  }
  return std::nullopt;
}

Broken check_rank_times(const Round& round, const std::string& place) {
  if (round.rank_time_s.empty()) return std::nullopt;
  if (round.rank_time_s.size() != static_cast<std::size_t>(round.world_size)) {
    return BrokenRule{place, fmt::format("holds {} rows for {} ranks", round.rank_time_s.size(), round.world_size),
                      "one row per rank, or none where ranks are not kept"};
  }
  for (std::size_t rank = 0; rank < round.rank_time_s.size(); ++rank) {
    const std::string row = fmt::format("{}/{}", place, rank);
    if (round.rank_time_s[rank].size() != round.time_s.size()) {
      return BrokenRule{
          row, fmt::format("holds {} times for {} samples", round.rank_time_s[rank].size(), round.time_s.size()),
          "each rank has one time per sample"};
    }
    if (auto broken = check_times(round.rank_time_s[rank], row)) return broken;
  }
  return std::nullopt;
}

Broken check_world(const Round& round, const std::vector<PlacedWorld>& worlds, const std::string& place) {
  if (!round.world) return std::nullopt;
  const auto index = static_cast<std::size_t>(*round.world);
  if (index >= worlds.size()) {
    return BrokenRule{place, fmt::format("is {}, but the record has {} worlds", index, worlds.size()),
                      "it counts the entries of /worlds from 0"};
  }
  if (worlds[index].ranks.size() == static_cast<std::size_t>(round.world_size)) return std::nullopt;
  return BrokenRule{place, fmt::format("is a world of {} ranks, not {}", worlds[index].ranks.size(), round.world_size),
                    "world_size and the world's ranks are the same number"};
}

Broken check_round(const Round& round, const std::vector<PlacedWorld>& worlds, const std::string& place) {
  if (round.index < 0) return BrokenRule{place + "/index", "is negative", "rounds count from 0"};
  if (round.world_size < 1) return BrokenRule{place + "/world_size", "is under 1", "a rank alone is a world of 1"};
  if (auto broken = check_moment(round.started_at, place + "/started_at")) return broken;
  if (auto broken = check_times(round.time_s, place + "/time_s")) return broken;
  if (auto broken = check_rank_times(round, place + "/rank_time_s")) return broken;
  if (auto broken = check_world(round, worlds, place + "/world")) return broken;
  if (round.time_s.empty() && round.marks.empty()) {
    return BrokenRule{place + "/time_s", "is empty, and no mark says why",
                      "a round without samples carries a mark, such as 'skipped' or 'error'"};
  }
  return std::nullopt;
}

Broken check_case(const Case& measured, const std::vector<PlacedWorld>& worlds, const std::string& place) {
  if (auto broken = check_text(measured.id, place + "/id")) return broken;
  if (auto broken = check_text(measured.kind, place + "/kind")) return broken;
  std::set<int> indices;
  for (std::size_t i = 0; i < measured.rounds.size(); ++i) {
    const std::string at = fmt::format("{}/rounds/{}", place, i);
    if (auto broken = check_round(measured.rounds[i], worlds, at)) return broken;
    if (!indices.insert(measured.rounds[i].index).second) {
      return BrokenRule{
          at + "/index",
          fmt::format("round {} of '{}' is there twice", measured.rounds[i].index, printable(measured.id)),
          "each round of a case is measured once"};
    }
  }
  return std::nullopt;
}

/// What another tool measured never shares a baseline with what roofgate measured.
Broken check_import(const Record& record) {
  const bool is_named = record.suite.starts_with(kImportedSuitePrefix);
  if (record.imported && record.suite != fmt::format("{}{}", kImportedSuitePrefix, record.imported->format)) {
    return BrokenRule{
        "/suite", fmt::format("is '{}' in a record imported from {}", record.suite, printable(record.imported->format)),
        "the suite of an imported record is \"imported-\" and its format"};
  }
  if (!record.imported && is_named) {
    return BrokenRule{"/suite", fmt::format("is '{}', and the record is not imported", record.suite),
                      "names that begin with \"imported-\" are kept for what other tools measured"};
  }
  for (std::size_t i = 0; i < record.cases.size(); ++i) {
    if (record.imported || !record.cases[i].metric) continue;
    return BrokenRule{fmt::format("/cases/{}/metric", i), "is there, and the record is not imported",
                      "what roofgate measures are times"};
  }
  return std::nullopt;
}

}  // namespace

bool is_plain_name(std::string_view text) {
  const auto is_letter_or_digit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  if (text.empty() || text.size() > 100 || !is_letter_or_digit(text.front())) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-'; });
}

std::optional<BrokenRule> first_broken_rule(const Record& record) {
  if (auto broken = check_text(record.id, "/id")) return broken;
  if (!is_plain_name(record.suite)) {
    return BrokenRule{"/suite", fmt::format("is '{}', not a plain name", printable(record.suite)),
                      "use letters, digits, '.', '_' and '-'"};
  }
  if (auto broken = check_import(record)) return broken;
  if (auto broken = check_text(record.environment.backend, "/environment/backend")) return broken;
  if (auto broken = check_moment(record.started_at, "/started_at")) return broken;
  if (!record.finished_at.empty()) {
    if (auto broken = check_moment(record.finished_at, "/finished_at")) return broken;
  }
  if (record.rounds_planned < 1) return BrokenRule{"/rounds_planned", "is under 1", "a night has at least one round"};
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < record.cases.size(); ++i) {
    const std::string place = fmt::format("/cases/{}", i);
    if (auto broken = check_case(record.cases[i], record.worlds, place)) return broken;
    if (!ids.insert(record.cases[i].id).second) {
      return BrokenRule{place + "/id", fmt::format("case '{}' is there twice", printable(record.cases[i].id)),
                        "case ids are unique in a record"};
    }
  }
  return std::nullopt;
}

}  // namespace roofgate
