#include "bench/report/gate_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "bench/report/format.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

/// How many findings of a kind the brief form shows, with how many reasons each, and how loudly.
struct Showing {
  VerdictKind kind;
  std::size_t findings, reasons;
  Tone tone;
};

constexpr std::array kShown{
    Showing{VerdictKind::wrong_result, 3, 1, Tone::bad},
    Showing{VerdictKind::regressed, 5, 3, Tone::bad},
    Showing{VerdictKind::vanished, 3, 1, Tone::bad},
    Showing{VerdictKind::invalid, 3, 1, Tone::doubtful},
    Showing{VerdictKind::inconclusive, 3, 1, Tone::doubtful},
    Showing{VerdictKind::no_baseline, 2, 1, Tone::doubtful},
    Showing{VerdictKind::drift, 3, 2, Tone::doubtful},
    Showing{VerdictKind::xfail, 2, 1, Tone::quiet},
    Showing{VerdictKind::skipped, 0, 0, Tone::quiet},
    Showing{VerdictKind::improved, 2, 1, Tone::good},
    Showing{VerdictKind::pass, 0, 0, Tone::good},
};
constexpr std::size_t kScreen = 34;  // lines of findings in the brief form

std::string day_of(const std::string& moment) { return moment.substr(0, 10); }

/// "-31.4 % [-31.9, -30.8]": of throughput.
std::string change_text(const Verdict& verdict) {
  if (!verdict.change) return "";
  const double change = std::expm1(-*verdict.change);
  if (!verdict.change_low || !verdict.change_high) return format_change(change);
  return fmt::format("{} {}", format_change(change),
                     format_interval(std::expm1(-*verdict.change_high), std::expm1(-*verdict.change_low)));
}

std::string rounds_text(const Verdict& verdict) {
  if (!verdict.rounds_to_decide) return "more rounds would not decide it, more nights may";
  return fmt::format("{} more {} would decide", *verdict.rounds_to_decide,
                     *verdict.rounds_to_decide == 1 ? "round" : "rounds");
}

/// Tails this far out are known to nobody.
std::string q_text(double q) { return q < 1e-99 ? "q < 1e-99" : fmt::format("q {:.0e}", q); }

/// ", could see 0.9 %": with 95 % probability.
std::string sight_text(const Verdict& verdict) {
  if (!verdict.smallest_detectable_loss) return "";
  return fmt::format(", could see {}", format_percent(Ratio{*verdict.smallest_detectable_loss}));
}

std::string facts_text(const Verdict& verdict) {
  switch (verdict.kind) {
    case VerdictKind::regressed:
    case VerdictKind::drift:
      return fmt::format("tolerance {}{}, {}", format_percent(Ratio{verdict.tolerance}), sight_text(verdict),
                         q_text(verdict.q_value.value_or(1.0)));
    case VerdictKind::inconclusive:
      return fmt::format("tolerance {}{}, {}", format_percent(Ratio{verdict.tolerance}), sight_text(verdict),
                         rounds_text(verdict));
    default:
      return "";
  }
}

std::string word_of(VerdictKind kind) {
  std::string word{name_of(kind)};
  if (kind == VerdictKind::regressed || kind == VerdictKind::wrong_result || kind == VerdictKind::drift) {
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  }
  return word;
}

void append_finding(Document& document, const Verdict& verdict, Tone tone, std::size_t reasons) {
  std::string line = fmt::format("{:<12}  {}", word_of(verdict.kind), verdict.case_id);
  for (const std::string& part : {change_text(verdict), facts_text(verdict)}) {
    if (!part.empty()) line += "   " + part;
  }
  document.blocks.emplace_back(Paragraph{std::move(line), tone, true});
  for (std::size_t i = 0; i < std::min(reasons, verdict.reasons.size()); ++i) {
    document.blocks.emplace_back(Detail{verdict.reasons[i].sentence});
  }
}

/// Many of a kind by one and the same rule: said once, with the sentence of the first.
bool have_one_rule(const std::vector<const Verdict*>& verdicts) {
  const auto& first = verdicts.front()->reasons;
  return verdicts.size() > 1 && first.size() == 1 && !verdicts.front()->change &&
         std::all_of(verdicts.begin(), verdicts.end(), [&](const Verdict* verdict) {
           return verdict->reasons.size() == 1 && verdict->reasons.front().rule == first.front().rule;
         });
}

std::vector<const Verdict*> of_kind(const GateResult& result, VerdictKind kind) {
  std::vector<const Verdict*> verdicts;
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.kind == kind) verdicts.push_back(&verdict);
  }
  return verdicts;
}

void append_rule(Document& document, const std::vector<const Verdict*>& verdicts, const Showing& showing) {
  const Reason& first = verdicts.front()->reasons.front();
  document.blocks.emplace_back(
      Paragraph{fmt::format("{:<12}  {} cases", word_of(showing.kind), verdicts.size()), showing.tone});
  const bool is_same = std::all_of(verdicts.begin(), verdicts.end(), [&](const Verdict* verdict) {
    return verdict->reasons.front().sentence == first.sentence;
  });
  document.blocks.emplace_back(
      Detail{is_same ? first.sentence : fmt::format("{}: {}", verdicts.front()->case_id, first.sentence)});
  if (!is_same) document.blocks.emplace_back(Detail{"and the like: --all shows each"});
}

/// At most a screen, whatever the night.
void append_briefly(Document& document, const GateResult& result) {
  const std::size_t begin = document.blocks.size();
  for (const Showing& showing : kShown) {
    const auto verdicts = of_kind(result, showing.kind);
    if (verdicts.empty() || showing.findings == 0) continue;
    if (have_one_rule(verdicts)) {
      append_rule(document, verdicts, showing);
      continue;
    }
    std::size_t shown = 0;
    while (shown < std::min(showing.findings, verdicts.size()) && document.blocks.size() - begin < kScreen) {
      append_finding(document, *verdicts[shown++], showing.tone, showing.reasons);
    }
    if (shown < verdicts.size()) {
      document.blocks.emplace_back(
          Detail{fmt::format("and {} more {}: --all shows them", verdicts.size() - shown, name_of(showing.kind))});
    }
  }
}

void append_all(Document& document, const GateResult& result) {
  for (const Showing& showing : kShown) {
    if (showing.kind == VerdictKind::pass) continue;
    for (const Verdict* verdict : of_kind(result, showing.kind)) {
      append_finding(document, *verdict, showing.tone, verdict->reasons.size());
    }
  }
}

std::string heading_of(const GateResult& result) {
  const auto derived = std::count_if(result.verdicts.begin(), result.verdicts.end(),
                                     [](const Verdict& verdict) { return verdict.derived.has_value(); });
  const auto measured = static_cast<std::ptrdiff_t>(result.verdicts.size()) - derived;
  std::string cases = fmt::format("{} {}", measured, measured == 1 ? "case" : "cases");
  if (derived > 0) cases += fmt::format(" and {} derived", derived);
  if (!result.compared_with.empty()) return fmt::format("{} · {}", result.compared_with, cases);
  if (result.baseline_nights == 0)
    return fmt::format("no usable baseline for {}/{} · {}", result.hardware_key, result.suite, cases);
  const std::string place = result.is_one_of_several_places ? " of " + result.place : std::string{};
  return fmt::format("baseline {}/{} · {} {}{}, {} to {} · {}", result.hardware_key, result.suite,
                     result.baseline_nights, result.baseline_nights == 1 ? "night" : "nights", place,
                     day_of(result.baseline_first), day_of(result.baseline_last), cases);
}

std::string counts_of(const GateResult& result) {
  std::string text;
  for (const Showing& showing : kShown) {
    const int count = count_of(result, showing.kind);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : " · ", count, name_of(showing.kind));
  }
  return text.empty() ? "no case" : text;
}

std::string outcome_of(const GateResult& result) {
  switch (result.status) {
    case ExitStatus::pass:
      return "pass";
    case ExitStatus::regression:
      return "regression (exit status 1)";
    case ExitStatus::cannot_judge:
      return "cannot judge (exit status 3)";
    case ExitStatus::wrong_result:
      return "wrong result (exit status 4)";
    case ExitStatus::usage:
      break;
  }
  return "usage (exit status 2)";
}

Tone tone_of(ExitStatus status) {
  if (status == ExitStatus::pass) return Tone::good;
  return status == ExitStatus::cannot_judge ? Tone::doubtful : Tone::bad;
}

/// "Smallest loss this night could see: 0.9 % (median case), 3.8 % (worst: launch/empty)".
std::optional<std::string> sensitivity_of(const GateResult& result) {
  std::vector<double> losses;
  std::vector<double> failing;
  const Verdict* worst = nullptr;
  for (const Verdict& verdict : result.verdicts) {
    if (!verdict.smallest_detectable_loss || !verdict.smallest_failing_loss) continue;
    losses.push_back(*verdict.smallest_detectable_loss);
    failing.push_back(*verdict.smallest_failing_loss);
    if (worst == nullptr || losses.back() > *worst->smallest_detectable_loss) worst = &verdict;
  }
  if (worst == nullptr) return std::nullopt;
  return fmt::format("Smallest loss this {} could see: {} (median case), {} (worst: {}); one that fails it: {}",
                     result.compared_with.empty() ? "night" : "comparison", format_percent(Ratio{median(losses)}),
                     format_percent(Ratio{*worst->smallest_detectable_loss}), worst->case_id,
                     format_percent(Ratio{median(failing)}));
}

Table table_of(const GateResult& result) {
  Table table{"verdicts",
              {{"case", Align::left},
               {"verdict", Align::left},
               {"change", Align::right},
               {"95 % interval", Align::right},
               {"tolerance", Align::right},
               {"could see", Align::right},
               {"would fail", Align::right},
               {"nights", Align::right}},
              {}};
  const auto share = [](const std::optional<double>& value) {
    return Cell{value ? format_percent(Ratio{*value}) : "-"};
  };
  for (const Verdict& verdict : result.verdicts) {
    const auto* showing =
        std::find_if(kShown.begin(), kShown.end(), [&](const Showing& entry) { return entry.kind == verdict.kind; });
    const std::string change = verdict.change ? format_change(std::expm1(-*verdict.change)) : "-";
    std::string interval = verdict.change_low && verdict.change_high
                               ? format_interval(std::expm1(-*verdict.change_high), std::expm1(-*verdict.change_low))
                               : "-";
    if (interval != "-") interval += " %";
    table.rows.push_back({{verdict.case_id},
                          {std::string{name_of(verdict.kind)}, showing->tone},
                          {change},
                          {interval},
                          {verdict.change ? format_percent(Ratio{verdict.tolerance}) : "-"},
                          share(verdict.smallest_detectable_loss),
                          share(verdict.smallest_failing_loss),
                          {fmt::format("{}", verdict.baseline_nights)}});
  }
  return table;
}

}  // namespace

Document gate_document(const GateResult& result, GateDetail detail) {
  Document document;
  const std::string outcome = fmt::format("{}: {}", outcome_of(result), counts_of(result));
  const bool is_green = result.status == ExitStatus::pass && result.common.empty() &&
                        count_of(result, VerdictKind::pass) == static_cast<int>(result.verdicts.size());
  if (is_green && detail == GateDetail::brief) {
    document.blocks.emplace_back(Paragraph{fmt::format("{} · {}", outcome, heading_of(result)), Tone::good});
    if (const auto sensitivity = sensitivity_of(result)) document.blocks.emplace_back(Paragraph{*sensitivity});
    return document;
  }
  document.blocks.emplace_back(Paragraph{heading_of(result)});
  for (const Reason& reason : result.common) {
    // Nights made minutes apart are no news to someone who reads the brief form of a pass.
    const bool is_quiet = reason.rule == "bootstrapped_reference" || reason.rule == "passing_places";
    document.blocks.emplace_back(Paragraph{reason.sentence, is_quiet ? Tone::quiet : Tone::doubtful});
  }
  detail == GateDetail::brief ? append_briefly(document, result) : append_all(document, result);
  document.blocks.emplace_back(Paragraph{outcome, tone_of(result.status)});
  if (const auto sensitivity = sensitivity_of(result)) document.blocks.emplace_back(Paragraph{*sensitivity});
  if (detail == GateDetail::full && !result.verdicts.empty()) document.blocks.emplace_back(table_of(result));
  return document;
}

}  // namespace roofgate
