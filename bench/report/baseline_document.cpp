#include "bench/report/baseline_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bench/baseline/placed_nights.hpp"
#include "bench/gate/calendar_day.hpp"
#include "bench/report/format.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string day_of(const std::string& moment) { return moment.substr(0, 10); }

/// "2026-11-12 02:00"
std::string minute_of(const std::string& moment) {
  return moment.size() < 16 ? moment : day_of(moment) + ' ' + moment.substr(11, 5);
}

/// "n1, n2 and 3 more"
std::string named(const std::vector<std::string>& places) {
  constexpr std::size_t kMostShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(places.size(), kMostShown); ++i) text += (i == 0 ? "" : ", ") + places[i];
  if (places.size() > kMostShown) text += fmt::format(" and {} more", places.size() - kMostShown);
  return text.empty() ? "-" : text;
}

/// Of the last night: "12 days", or "-" where there is none or its date is later than `today`.
std::string age_of(const Baseline& baseline, std::string_view today) {
  if (baseline.nights.empty()) return "-";
  const auto now = parse_day(today);
  const auto last = parse_day(baseline.nights.back().date);
  if (!now || !last || *now < *last) return "-";
  return counted(static_cast<std::size_t>((*now - *last).count()), "day");
}

/// "driver 570.1 -> 580.65, nccl 2.27.3 -> none"
std::string changes_between(const std::map<std::string, std::string>& before,
                            const std::map<std::string, std::string>& after) {
  std::set<std::string> names;
  for (const auto& [name, version] : before) names.insert(name);
  for (const auto& [name, version] : after) names.insert(name);
  std::string text;
  for (const std::string& name : names) {
    const auto old = before.find(name);
    const auto now = after.find(name);
    const std::string from = old == before.end() ? "none" : old->second;
    const std::string to = now == after.end() ? "none" : now->second;
    if (from != to) text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", name, from, to);
  }
  return text;
}

std::string why(const Night& night) {
  std::string text = night.reason;
  for (const auto& [id, reason] : night.accepted_losses) text += fmt::format("; change of {} accepted: {}", id, reason);
  if (night.made_minutes_apart) text += " (made minutes apart)";
  return text;
}

}  // namespace

std::vector<std::string> cases_of(const Baseline& baseline) {
  std::set<std::string> ids;
  for (const Night& night : baseline.nights) {
    for (const auto& [id, measured] : night.cases) ids.insert(id);
  }
  return {ids.begin(), ids.end()};
}

Document baseline_list_document(const std::filesystem::path& folder, std::span<const CheckedBaseline> baselines,
                                std::string_view today) {
  Document document;
  if (baselines.empty()) {
    document.blocks.emplace_back(Paragraph{fmt::format("No baselines in {}.", folder.string()), Tone::plain});
    document.blocks.emplace_back(Detail{"`roofgate nightly` makes the first, or `roofgate baseline promote RECORD`."});
    return document;
  }
  Table table{"baselines",
              {{"hardware"},
               {"suite"},
               {"nights", Align::right},
               {"cases", Align::right},
               {"first"},
               {"last"},
               {"age"},
               {"state"}},
              {}};
  const auto has_places = [](const CheckedBaseline& one) { return one.baseline && !places_of(*one.baseline).empty(); };
  const bool shows_places = std::any_of(baselines.begin(), baselines.end(), has_places);
  if (shows_places) table.columns.insert(table.columns.begin() + 3, {"places"});
  for (const CheckedBaseline& one : baselines) {
    std::vector<Cell> row{{one.file.parent_path().filename().string()}, {one.file.stem().string()}};
    if (!one.baseline) {
      row.insert(row.end(), {{"-"}, {"-"}, {"-"}, {"-"}, {"-"}, {"unreadable: roofgate baseline verify", Tone::bad}});
    } else {
      const auto& nights = one.baseline->nights;
      const auto cases = cases_of(*one.baseline).size();
      row.push_back({std::to_string(nights.size()), Tone::plain, static_cast<double>(nights.size())});
      row.push_back({std::to_string(cases), Tone::plain, static_cast<double>(cases)});
      row.push_back({nights.empty() ? "-" : day_of(nights.front().date)});
      row.push_back({nights.empty() ? "-" : day_of(nights.back().date)});
      row.push_back({age_of(*one.baseline, today)});
      row.push_back(one.doubts.empty()
                        ? Cell{"good", Tone::good}
                        : Cell{counted(one.doubts.size(), "doubt") + ": roofgate baseline verify", Tone::doubtful});
    }
    if (shows_places) row.insert(row.begin() + 3, {has_places(one) ? named(places_of(*one.baseline)) : "-"});
    table.rows.push_back(std::move(row));
  }
  document.blocks.emplace_back(std::move(table));
  return document;
}

Document baseline_document(const Baseline& baseline, std::string_view today) {
  Document document;
  const std::vector<std::string> places = places_of(baseline);
  const bool has_places = !places.empty();
  const std::string of_places = has_places ? fmt::format(" of {}", named(places)) : std::string{};
  document.blocks.emplace_back(
      Paragraph{fmt::format("baseline {}/{} · {}{} · {} · the last is {} old", baseline.hardware_key, baseline.suite,
                            counted(baseline.nights.size(), "night"), of_places,
                            counted(cases_of(baseline).size(), "case"), age_of(baseline, today)),
                Tone::plain});
  Table table{
      "nights",
      {{"date"}, {"record"}, {"cases", Align::right}, {"accepted by"}, {"software since the night before"}, {"why"}},
      {}};
  if (has_places) table.columns.insert(table.columns.begin() + 1, {"place"});
  std::map<std::string_view, const Night*> before;  // by place
  for (const Night& night : baseline.nights) {
    const Night*& last = before[night.place];
    const std::string changed = last == nullptr ? "" : changes_between(last->software, night.software);
    std::vector<Cell> row{{minute_of(night.date)},
                          {night.record_id},
                          {std::to_string(night.cases.size()), Tone::plain, static_cast<double>(night.cases.size())},
                          {night.accepted_by},
                          {changed.empty() ? "-" : changed},
                          {why(night)}};
    if (has_places) row.insert(row.begin() + 1, {night.place.empty() ? "-" : night.place});
    table.rows.push_back(std::move(row));
    last = &night;
  }
  document.blocks.emplace_back(std::move(table));
  return document;
}

Document baseline_case_document(const Baseline& baseline, const std::string& case_id) {
  Document document;
  document.blocks.emplace_back(
      Paragraph{fmt::format("{} in baseline {}/{}", case_id, baseline.hardware_key, baseline.suite), Tone::plain});
  Table table{"history",
              {{"date"},
               {"record"},
               {"time", Align::right, "time_s"},
               {"time change", Align::right, "relative_change_of_time"},
               {"rounds", Align::right},
               {"clock", Align::right, "clock_hz"},
               {"note"}},
              {}};
  const bool has_places = !places_of(baseline).empty();
  if (has_places) table.columns.insert(table.columns.begin() + 1, {"place"});
  struct Series {
    std::optional<double> first;
    std::string definition;
  };
  std::map<std::string_view, Series> by_place;
  for (const Night& night : baseline.nights) {
    const auto found = night.cases.find(case_id);
    if (found == night.cases.end()) continue;
    const CaseNight& measured = found->second;
    Series& series = by_place[night.place];
    std::string note;
    if (const auto loss = night.accepted_losses.find(case_id); loss != night.accepted_losses.end()) {
      note = "new series, change accepted: " + loss->second;
    } else if (series.first && measured.definition != series.definition) {
      note = "new series: the case's definition changed";
    }
    const double time = (measured.derived ? ratio_location : night_location)(measured.round_location);
    if (!series.first || !note.empty()) series.first = time;
    series.definition = measured.definition;
    const double change = time / *series.first - 1.0;
    std::vector<Cell> row{{minute_of(night.date)},
                          {night.record_id},
                          {format_metric(time, measured.derived), Tone::plain, time},
                          {format_change(change), Tone::plain, change},
                          {std::to_string(measured.round_location.size()), Tone::plain,
                           static_cast<double>(measured.round_location.size())},
                          {measured.clock_hz ? format(Hertz{*measured.clock_hz}) : "-", Tone::plain, measured.clock_hz},
                          {note}};
    if (has_places) row.insert(row.begin() + 1, {night.place.empty() ? "-" : night.place});
    table.rows.push_back(std::move(row));
  }
  document.blocks.emplace_back(std::move(table));
  return document;
}

void add_notes(Document& document, std::span<const CaseNote> notes, std::size_t most) {
  const std::size_t shown = std::min(most, notes.size());
  for (const CaseNote& note : notes.first(shown)) {
    document.blocks.emplace_back(Detail{note.case_id + "  " + note.sentence});
  }
  if (shown < notes.size()) document.blocks.emplace_back(Detail{fmt::format("and {} more", notes.size() - shown)});
}

Document watched_document(const Promotion& promotion, std::size_t most) {
  Document document;
  const auto add = [&](const std::vector<CaseNote>& cases, std::string what) {
    if (cases.empty()) return;
    document.blocks.emplace_back(Paragraph{std::move(what), Tone::doubtful});
    add_notes(document, cases, most);
  };
  const std::string held_back = counted(promotion.held_back.size(), "case");
  add(promotion.held_back, fmt::format("Held back: {}, watched until the next nights decide.", held_back));
  const std::string joined = counted(promotion.joined.size(), "case");
  add(promotion.joined, fmt::format("Joined undecided: {} of an earlier night that was held back.", joined));
  return document;
}

Document promotion_document(const Promotion& promotion, const std::filesystem::path& file, std::size_t nights_after,
                            std::size_t elsewhere) {
  constexpr std::size_t kMostCases = 20;
  Document document;
  for (const Refusal& refusal : promotion.refusals) {
    document.blocks.emplace_back(Paragraph{"REFUSED  " + refusal.reason, Tone::bad});
    add_notes(document, refusal.cases, kMostCases);
    if (!refusal.hint.empty()) document.blocks.emplace_back(Detail{"hint: " + refusal.hint});
  }
  if (!promotion.night) {
    document.blocks.emplace_back(Paragraph{fmt::format("Nothing was written to {}.", file.string()), Tone::plain});
    return document;
  }
  const Night& night = *promotion.night;
  document.blocks.emplace_back(Paragraph{
      fmt::format("ACCEPTED  night {} with {}, by {}: {}", minute_of(night.date),
                  counted(night.cases.size() - promotion.held_back.size(), "case"), night.accepted_by, night.reason),
      Tone::good});
  if (!promotion.accepted.empty()) {
    document.blocks.emplace_back(Paragraph{"Accepted by name, a new series begins:", Tone::doubtful});
    add_notes(document, promotion.accepted, kMostCases);
  }
  const Document watched = watched_document(promotion, kMostCases);
  document.blocks.insert(document.blocks.end(), watched.blocks.begin(), watched.blocks.end());
  if (!promotion.left_out.empty()) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("Left out: {}.", counted(promotion.left_out.size(), "case")), Tone::doubtful});
    add_notes(document, promotion.left_out, kMostCases);
  }
  const std::string of_places = elsewhere == 0 ? std::string{}
                                               : fmt::format(", {} of {}", nights_after - elsewhere,
                                                             night.place.empty() ? "this place" : night.place);
  document.blocks.emplace_back(
      Paragraph{fmt::format("{} holds {}{}.", file.string(), counted(nights_after, "night"), of_places), Tone::plain});
  return document;
}

Document baseline_check_document(const std::filesystem::path& folder, std::span<const CheckedBaseline> baselines) {
  Document document;
  std::size_t unreadable = 0;
  std::size_t doubts = 0;
  for (const CheckedBaseline& one : baselines) {
    if (!one.baseline) {
      ++unreadable;
      document.blocks.emplace_back(Paragraph{
          fmt::format("UNREADABLE  {}: {}", one.baseline.error().where, one.baseline.error().what), Tone::bad});
      if (!one.baseline.error().hint.empty()) {
        document.blocks.emplace_back(Detail{"hint: " + one.baseline.error().hint});
      }
    }
    doubts += one.doubts.size();
    for (const BaselineDoubt& doubt : one.doubts) {
      document.blocks.emplace_back(
          Paragraph{fmt::format("DOUBTFUL  {}: {}: {}", one.file.string(), doubt.place, doubt.what), Tone::doubtful});
      document.blocks.emplace_back(Detail{"hint: " + doubt.hint});
    }
  }
  if (baselines.empty()) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("{} is empty: there is no baseline to verify.", folder.string()), Tone::doubtful});
    return document;
  }
  document.blocks.emplace_back(
      Paragraph{fmt::format("{} in {}: {} unreadable, {}.", counted(baselines.size(), "baseline"), folder.string(),
                            unreadable, counted(doubts, "doubt")),
                unreadable + doubts == 0 ? Tone::good : Tone::plain});
  return document;
}

}  // namespace roofgate
