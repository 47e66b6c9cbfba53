#include "bench/report/explain_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bench/derived/derived.hpp"
#include "bench/report/activity_ladder.hpp"
#include "bench/report/format.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

std::string change_of(double log_ratio) { return format_change(std::expm1(-log_ratio)); }

std::string share(double value) { return format_percent(Ratio{value}); }

template <class Q>
std::string text_or_dash(const std::optional<Q>& value) {
  return value ? format(*value) : "-";
}

/// Of the record, or derived from it.
std::optional<Case> find_case(const Record& record, const std::string& id) {
  const auto found = std::find_if(record.cases.begin(), record.cases.end(), [&](const Case& c) { return c.id == id; });
  if (found != record.cases.end()) return *found;
  for (DerivedCase& derived : derived_cases(record)) {
    if (derived.metric.id == id) return std::move(derived.metric);
  }
  return std::nullopt;
}

std::string marks_text(const Round& round) {
  std::string text;
  for (const Mark& mark : round.marks) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", name_of(mark.kind), mark.evidence);
  }
  return text.empty() ? "clean" : text;
}

void append_decision(Document& document, const Verdict& verdict) {
  std::string line = fmt::format("{}  {}", name_of(verdict.kind), verdict.case_id);
  if (verdict.change && verdict.change_low && verdict.change_high) {
    line += fmt::format("   {} {} [{}, {}] (95 %), tolerance {}", verdict.derived ? "inverse" : "throughput",
                        change_of(*verdict.change), change_of(*verdict.change_high), change_of(*verdict.change_low),
                        share(verdict.tolerance));
  }
  document.blocks.emplace_back(Heading{line});
  if (!verdict.rests_on.empty()) {
    std::string sources;
    for (const std::string& id : verdict.rests_on) sources += (sources.empty() ? "" : ", ") + id;
    document.blocks.emplace_back(Paragraph{fmt::format("Derived round by round from {}; lower is better.", sources)});
  }
  for (const Reason& reason : verdict.reasons) document.blocks.emplace_back(Paragraph{reason.sentence});
}

constexpr double kWorthSaying = 1.2;  // of a spread that is taken wider

void append_test(Document& document, const GateResult& result, const Verdict& verdict) {
  if (!verdict.comparison) return;
  const Comparison& figures = *verdict.comparison;
  document.blocks.emplace_back(Heading{"How it was judged"});
  document.blocks.emplace_back(Paragraph{fmt::format(
      "A night of this case is taken to lie within {} of the reference (one standard deviation, {:.0f} degrees of "
      "freedom): its own {} {}, and what the other cases show.{}",
      share(figures.spread), figures.degrees_of_freedom,
      verdict.baseline_nights == 1 ? "night alone cannot say" : "nights say",
      verdict.baseline_nights == 1 ? "" : share(figures.own_spread),
      figures.is_at_floor ? " That is the policy's floor: what was seen is smaller." : "")});
  document.blocks.emplace_back(
      Paragraph{fmt::format("Of it, the rounds of one night explain {}: more rounds shrink this part only.",
                            share(figures.within_night_spread))});
  if (figures.spread_factor > kWorthSaying) {
    document.blocks.emplace_back(Paragraph{fmt::format(
        "Tonight's part of it is taken {:.1f} times as wide: the other cases lie further from their reference "
        "than its nights predict.",
        figures.spread_factor)});
  }
  if (figures.common_shift != 0.0) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("Every kind of case shares {} tonight; it was taken out to look at this case alone.",
                              change_of(figures.common_shift))});
  }
  if (figures.other_algorithm_nights > 0) {
    document.blocks.emplace_back(Paragraph{fmt::format("Left out: {} {} in which the library chose another algorithm.",
                                                       figures.other_algorithm_nights,
                                                       figures.other_algorithm_nights == 1 ? "night" : "nights")});
  }
  if (figures.watched_nights > 0) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("Judged together with {} earlier suspect {}.", figures.watched_nights,
                              figures.watched_nights == 1 ? "night" : "nights")});
  }
  document.blocks.emplace_back(Paragraph{fmt::format(
      "A loss by chance alone: p = {:.2g} after its share of the error budget; {:.2g} or less is asked of this case "
      "tonight so that at most {} of healthy nights show any regression (q = {:.2g}).",
      figures.p_value, figures.p_needed, share(result.alpha), verdict.q_value.value_or(1.0))});
}

void append_consequences(Document& document, const Verdict& verdict) {
  if (!verdict.smallest_detectable_loss || !verdict.smallest_failing_loss) return;
  document.blocks.emplace_back(Heading{"What would change it"});
  document.blocks.emplace_back(
      Paragraph{fmt::format("A loss of {} would be shown with 95 % probability; one of {} would fail the night.",
                            share(*verdict.smallest_detectable_loss), share(*verdict.smallest_failing_loss))});
  if (verdict.kind == VerdictKind::inconclusive) {
    document.blocks.emplace_back(Paragraph{
        verdict.rounds_to_decide
            ? fmt::format("{} more rounds would decide it: roofgate gate RECORD --remeasure {}",
                          *verdict.rounds_to_decide, *verdict.rounds_to_decide)
            : std::string{"More rounds would not decide it: the nights themselves differ too much. More nights may."}});
  }
}

/// A time, a derived metric, or what a time stands for in an imported case.
std::string figure_text(const Case* measured, double location) {
  if (measured == nullptr) return format(Seconds{location});
  if (!measured->metric) return format_metric(location, measured->derived);
  return fmt::format("{:.4g} {}", metric_value(*measured, location), measured->metric->unit);
}

void append_nights(Document& document, const Verdict& verdict, const Case* measured) {
  if (!verdict.comparison) return;
  const Comparison& figures = *verdict.comparison;
  Table table{"nights",
              {{"night", Align::left},
               {measured != nullptr && measured->metric ? measured->metric->name
                : verdict.derived                       ? "value"
                                                        : "time",
                Align::right},
               {"against the reference", Align::right}},
              {}};
  for (const auto& [date, location] : figures.reference) {
    table.rows.push_back(
        {{date}, {figure_text(measured, location)}, {change_of(std::log(location / figures.reference_location))}});
  }
  table.rows.push_back(
      {{"tonight"}, {figure_text(measured, figures.tonight_location)}, {change_of(verdict.change.value_or(0.0))}});
  document.blocks.emplace_back(
      Heading{fmt::format("Nights: reference {}", figure_text(measured, figures.reference_location))});
  document.blocks.emplace_back(std::move(table));
}

void append_rounds(Document& document, const Case& measured) {
  Table table{"rounds",
              {{"round", Align::right},
               {measured.derived ? "value" : "time", Align::right},
               {"samples", Align::right},
               {"ended", Align::left},
               {"clock", Align::right},
               {"power", Align::right},
               {"state", Align::left}},
              {}};
  for (const Round& round : measured.rounds) {
    const TelemetrySummary& seen = round.telemetry;
    table.rows.push_back({{fmt::format("{}", round.index + 1)},
                          {round.time_s.empty() ? "-" : figure_text(&measured, round_location(round.time_s))},
                          {fmt::format("{}", round.time_s.size())},
                          {std::string{name_of(round.stop)}},
                          {text_or_dash(seen.clock_median)},
                          {seen.power_median ? fmt::format("{:.0f} W", seen.power_median->value()) : "-"},
                          {marks_text(round), round.marks.empty() ? Tone::plain : Tone::doubtful}});
  }
  document.blocks.emplace_back(Heading{"Rounds of tonight"});
  document.blocks.emplace_back(std::move(table));
}

std::string algorithm_text(const std::map<std::string, std::string>& algorithm) {
  std::string text;
  for (const auto& [key, value] : algorithm) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, value);
  return text.empty() ? "not known" : text;
}

void append_algorithm(Document& document, const Case& measured, const Baseline* baseline) {
  const auto round = std::find_if(measured.rounds.begin(), measured.rounds.end(),
                                  [](const Round& candidate) { return !candidate.algorithm.empty(); });
  if (round == measured.rounds.end()) return;
  document.blocks.emplace_back(Heading{"Algorithm"});
  document.blocks.emplace_back(Paragraph{"tonight: " + algorithm_text(round->algorithm)});
  if (baseline == nullptr) return;
  const auto series = series_of(*baseline, measured.id, measured.definition);
  if (!series.empty()) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("{}: {}", series.back().night->date, algorithm_text(series.back().measured->algorithm))});
  }
}

void append_software(Document& document, const GateResult& result) {
  if (result.software_changes.empty()) return;
  document.blocks.emplace_back(Heading{"Software since the last night"});
  for (const auto& [name, versions] : result.software_changes) {
    document.blocks.emplace_back(Paragraph{fmt::format("{} {} -> {}", name, versions.first, versions.second)});
  }
}

}  // namespace

Document explain_document(const GateResult& result, const Verdict& verdict, const Record& record,
                          const Baseline* baseline) {
  Document document;
  append_decision(document, verdict);
  append_test(document, result, verdict);
  append_consequences(document, verdict);
  const auto measured = find_case(record, verdict.case_id);
  append_nights(document, verdict, measured ? &*measured : nullptr);
  if (measured) {
    append_rounds(document, *measured);
    append_activity(document, *measured);
    append_algorithm(document, *measured, baseline);
  }
  append_software(document, result);
  return document;
}

}  // namespace roofgate
