#include "bench/readers/record_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "bench/readers/moment_text.hpp"
#include "bench/record/marks.hpp"
#include "bench/record/this_tool.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kEpoch = "1970-01-01T00:00:00Z";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits of `text` from `at`, `count` of them, past one optional separator; nothing if there are fewer.
std::optional<std::string> digits(std::string_view text, std::size_t& at, std::size_t count) {
  constexpr std::string_view kSeparators = "-_:./ ,T";
  std::size_t begin = at;
  if (begin < text.size() && count == 2 && kSeparators.find(text[begin]) != std::string_view::npos) ++begin;
  if (begin + count > text.size()) return std::nullopt;
  const std::string_view found = text.substr(begin, count);
  if (!std::all_of(found.begin(), found.end(), is_digit)) return std::nullopt;
  at = begin + count;
  return std::string{found};
}

/// "+0100" and "+01:00", as `date +%z` writes it. A minus is a separator.
std::chrono::minutes zone_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '+') return std::chrono::minutes{0};
  std::size_t end = at + 1;
  while (end < text.size() && (is_digit(text[end]) || text[end] == ':')) ++end;
  return utc_offset_of(text.substr(at, end - at)).value_or(std::chrono::minutes{0});
}

/// "2026-11-28" of "2026-11-28", "20261128", "2026_11_28"; `at` is behind it then.
std::optional<std::string> day_at(std::string_view name, std::size_t& at) {
  std::size_t end = at;
  const auto year = digits(name, end, 4);
  const auto month = year ? digits(name, end, 2) : std::nullopt;
  const auto day = month ? digits(name, end, 2) : std::nullopt;
  if (!day) return std::nullopt;
  std::string date = fmt::format("{}-{}-{}", *year, *month, *day);
  if (!parse_utc(date + "T00:00:00Z")) return std::nullopt;
  at = end;
  return date;
}

std::optional<std::string> moment_at(std::string_view name, std::size_t at) {
  const auto date = day_at(name, at);
  if (!date) return std::nullopt;
  // "20261128123": a longer number is no day. "2026-11-28_2026-11-29": another day is no time.
  const bool is_longer = at < name.size() && is_digit(name[at]);
  std::size_t next = is_longer ? at : at + 1;
  const bool is_range = next < name.size() && day_at(name, next).has_value();
  const auto hour = is_range ? std::nullopt : digits(name, at, 2);
  const auto minute = hour ? digits(name, at, 2) : std::nullopt;
  const auto second = minute ? digits(name, at, 2) : std::nullopt;
  if (minute) {
    const auto moment = parse_utc(fmt::format("{}T{}:{}:{}Z", *date, *hour, *minute, second.value_or("00")));
    if (moment) return format_utc(*moment - zone_at(name, at));
  }
  return is_longer ? std::nullopt : std::optional{*date + "T00:00:00Z"};
}

/// How much a date in a name looks like one: "2026-11-28" more than "20261128", which may be the number of a job, and
/// both more than "node20261128".
int looks_of_date(std::string_view name, std::size_t at) {
  const bool is_parted = !is_digit(name[at + 4]);
  const bool is_glued = at > 0 && std::isalpha(static_cast<unsigned char>(name[at - 1])) != 0;
  return 2 * static_cast<int>(is_parted) + static_cast<int>(!is_glued);
}

}  // namespace

std::string definition_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return fmt::format("imported:{:016x}", hash);
}

void mark_repeated(Round& round, double value) {
  constexpr double kSame = 1e-9;
  const auto is_first = [value](double first) {
    return std::abs(first - value) <= kSame * first || std::abs(first - 1.0 / value) <= kSame * first;
  };
  if (std::any_of(round.time_s.begin(), round.time_s.end(), is_first)) return;
  if (has_mark(round.marks, MarkKind::error)) return;
  round.marks.push_back({MarkKind::error, "the file holds it a second time: which of the two counts is not known"});
}

std::optional<std::string> moment_in_name(std::string_view name) {
  std::optional<std::string> best;
  int looks = -1;
  for (std::size_t at = 0; at + 8 <= name.size(); ++at) {
    const bool begins = is_digit(name[at]) && (at == 0 || !is_digit(name[at - 1]));
    if (!begins || !(name.substr(at, 2) == "20" || name.substr(at, 2) == "19")) continue;
    if (looks_of_date(name, at) <= looks) continue;
    if (auto moment = moment_at(name, at)) {
      best = std::move(moment);
      looks = looks_of_date(name, at);
    }
  }
  return best;
}

std::optional<std::string> moment_in_folder(const std::filesystem::path& file) {
  const std::string name = file.parent_path().filename().string();
  const bool is_date = !name.empty() && name.find_first_not_of("0123456789-_.:TZ") == std::string::npos;
  return is_date ? moment_in_name(name) : std::nullopt;
}

RecordBuilder::RecordBuilder(const Source& source, std::string_view format, std::string sample) : source_{source} {
  record_.tool = this_tool();
  record_.suite = fmt::format("{}{}", kImportedSuitePrefix, format);
  record_.rounds_planned = 1;
  record_.imported.emplace();
  record_.imported->format = format;
  record_.imported->file = std::filesystem::path{source.name}.filename().string();
  record_.imported->sample = std::move(sample);
}

RecordBuilder RecordBuilder::beside() const {
  RecordBuilder other{source_, record_.imported->format, record_.imported->sample};
  other.counts_ = counts_;
  return other;
}

void RecordBuilder::set_started(std::string moment, std::string dated_by) {
  record_.started_at = std::move(moment);
  record_.imported->dated_by = std::move(dated_by);
}

Round* RecordBuilder::round_seen(std::string_view id, int run) {
  const auto known = places_.find(id);
  if (known == places_.end() || known->second.last_run != run || counts_->samples >= kMostSamples) return nullptr;
  return &record_.cases[known->second.index].rounds.back();
}

Round* RecordBuilder::round(const ImportedCase& described, int run) {
  if (Round* seen = round_seen(described.id, run)) return seen;
  const auto refuse = [this](std::string why) {
    refusal_ = std::move(why);
    return nullptr;
  };
  if (counts_->samples >= kMostSamples)
    return refuse(fmt::format("over {} samples in one file: split it", kMostSamples));
  auto known = places_.find(described.id);
  if (known == places_.end()) {
    if (counts_->cases >= kMostCases)
      return refuse(fmt::format("over {} different cases in one file: split it, and import the parts", kMostCases));
    known = places_.emplace(described.id, Place{record_.cases.size(), run}).first;
    ++counts_->cases;
    record_.cases.push_back({described.id,
                             described.kind,
                             described.parameters,
                             definition_of(described.definition),
                             described.work,
                             described.better,
                             {},
                             described.metric});
  } else if (record_.cases[known->second.index].definition != definition_of(described.definition)) {
    return refuse("measured earlier in the file under other conditions: import the runs as files of their own");
  }
  auto& rounds = record_.cases[known->second.index].rounds;
  if (rounds.size() >= kMostRounds) {
    return refuse(fmt::format("over {} runs of one case in one file: split it", kMostRounds));
  }
  if (counts_->rounds >= kMostRoundsInAll) {
    return refuse(fmt::format("over {} runs of all cases in one file: split it", kMostRoundsInAll));
  }
  ++counts_->rounds;
  known->second.last_run = run;
  Round& fresh = rounds.emplace_back();
  fresh.index = static_cast<int>(rounds.size()) - 1;
  fresh.position = static_cast<int>(known->second.index);
  fresh.stop = StopReason::sample_limit;
  return &fresh;
}

void RecordBuilder::mark_run(int run, const Mark& mark) {
  for (const auto& [id, place] : places_) {
    if (place.last_run == run) record_.cases[place.index].rounds.back().marks.push_back(mark);
  }
}

bool RecordBuilder::add_sample(Round& round, const ImportedCase& described, double value) {
  const double cost = described.metric && described.better == Better::higher ? 1.0 / value : value;
  if (!std::isfinite(value) || !std::isfinite(cost) || cost <= 0.0) return false;
  round.time_s.push_back(cost);
  ++counts_->samples;
  return true;
}

Record RecordBuilder::finish(const std::string& fingerprint, std::size_t part, Remarks& remarks) {
  Provenance& imported = *record_.imported;
  imported.content = fingerprint;
  if (record_.started_at.empty()) {
    if (auto named = moment_in_name(imported.file)) {
      set_started(std::move(*named), "the date in its name");
    } else if (auto folder = moment_in_folder(source_.name)) {
      set_started(std::move(*folder), "the date that its folder is named");
    } else if (parse_utc(source_.modified)) {
      set_started(source_.modified, std::string{kDatedByChange});
      remarks.note("no date in the file or its name: it is dated by its modification time");
    } else {
      set_started(std::string{kEpoch}, std::string{kDatedByNothing});
      remarks.note("no date in the file, its name or its modification time: it is dated 1970-01-01");
    }
  }
  if (record_.finished_at.empty()) record_.finished_at = record_.started_at;
  std::string stamp = record_.started_at;
  stamp.erase(std::remove_if(stamp.begin(), stamp.end(), [](char c) { return c == '-' || c == ':'; }), stamp.end());
  record_.id = fmt::format("{}-{}{}", stamp, fingerprint, part == 0 ? std::string{} : fmt::format("-{}", part));
  if (record_.environment.backend.empty()) record_.environment.backend = "unknown";
  // Cases that were run more often than others are not a reason to miss rounds of the others.
  std::size_t rounds = kMostRounds;
  for (Case& measured : record_.cases) {
    for (Round& round : measured.rounds) {
      if (round.started_at.empty()) round.started_at = record_.started_at;
      if (round.time_s.empty() && round.marks.empty()) {
        round.marks.push_back({MarkKind::error, "no figure that could be kept"});
      }
    }
    rounds = std::min(rounds, measured.rounds.size());
  }
  record_.rounds_planned = record_.cases.empty() ? 1 : static_cast<int>(rounds);
  places_.clear();
  return std::move(record_);
}

}  // namespace roofgate
