#include "bench/report/drill_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "bench/report/format.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

Tone tone_of(TrialOutcome outcome) {
  switch (outcome) {
    case TrialOutcome::failed:
    case TrialOutcome::shown:
      return Tone::good;
    case TrialOutcome::missed:
      return Tone::bad;
    case TrialOutcome::untold:
      return Tone::doubtful;
    case TrialOutcome::not_seen:
      break;
  }
  return Tone::plain;
}

std::string share_text(const std::optional<double>& share) { return share ? format_percent(Ratio{*share}) : "-"; }

std::vector<double> losses_of(const DrillResult& result) {
  std::set<double> losses;
  for (const DrillTrial& trial : result.trials) losses.insert(trial.loss);
  return {losses.begin(), losses.end()};
}

/// "failed -9.7 %": what the gate said and what it saw.
Cell cell_of(const DrillTrial& trial) {
  const std::string change =
      trial.verdict.change ? " " + format_change(std::expm1(-*trial.verdict.change)) : std::string{};
  return {std::string{name_of(trial.outcome)} + change, tone_of(trial.outcome)};
}

Table table_of(const DrillResult& result, const std::vector<double>& losses) {
  Table table{"drill", {{"case", Align::left}, {"could see", Align::right}, {"would fail", Align::right}}, {}};
  for (const double loss : losses) table.columns.push_back({fmt::format("-{:g} %", 100.0 * loss), Align::right});
  std::map<std::string, std::map<double, const DrillTrial*>> by_case;
  std::vector<std::string> order;
  for (const DrillTrial& trial : result.trials) {
    if (by_case.count(trial.case_id) == 0) order.push_back(trial.case_id);
    by_case[trial.case_id][trial.loss] = &trial;
  }
  for (const std::string& id : order) {
    const auto night = std::find_if(result.night.verdicts.begin(), result.night.verdicts.end(),
                                    [&](const Verdict& verdict) { return verdict.case_id == id; });
    const bool is_there = night != result.night.verdicts.end();
    std::vector<Cell> row{{id},
                          {is_there ? share_text(night->smallest_detectable_loss) : "-"},
                          {is_there ? share_text(night->smallest_failing_loss) : "-"}};
    for (const double loss : losses) {
      const auto found = by_case[id].find(loss);
      row.push_back(found == by_case[id].end() ? Cell{"-"} : cell_of(*found->second));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

int count_of(const DrillResult& result, double loss, TrialOutcome outcome) {
  return static_cast<int>(std::count_if(result.trials.begin(), result.trials.end(), [&](const DrillTrial& trial) {
    return trial.loss == loss && trial.outcome == outcome;
  }));
}

std::string line_of(const DrillResult& result, double loss) {
  std::string text;
  for (const TrialOutcome outcome : {TrialOutcome::failed, TrialOutcome::shown, TrialOutcome::not_seen,
                                     TrialOutcome::missed, TrialOutcome::untold}) {
    const int count = count_of(result, loss, outcome);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : " · ", count, name_of(outcome));
  }
  return fmt::format("{:g} % slower: {}", 100.0 * loss, text);
}

/// "Smallest loss that fails the gate tonight: 4.1 % (median case), 9.0 % (worst)", as its rows claim.
std::optional<std::string> claim_of(const DrillResult& result) {
  std::vector<double> seen, failing;
  for (const Verdict& verdict : result.night.verdicts) {
    if (!verdict.smallest_detectable_loss || !verdict.smallest_failing_loss) continue;
    seen.push_back(*verdict.smallest_detectable_loss);
    failing.push_back(*verdict.smallest_failing_loss);
  }
  if (seen.empty()) return std::nullopt;
  return fmt::format(
      "Smallest loss it would have caught tonight, by its own claim: {} shown, {} failed (median case); {} "
      "and {} (worst case)",
      format_percent(Ratio{median(seen)}), format_percent(Ratio{median(failing)}),
      format_percent(Ratio{*std::max_element(seen.begin(), seen.end())}),
      format_percent(Ratio{*std::max_element(failing.begin(), failing.end())}));
}

/// The smallest planted loss from which on every trial was caught.
std::string caught_of(const DrillResult& result, const std::vector<double>& losses) {
  std::optional<double> smallest;
  for (auto loss = losses.rbegin(); loss != losses.rend(); ++loss) {
    const int caught = count_of(result, *loss, TrialOutcome::failed) + count_of(result, *loss, TrialOutcome::shown);
    const auto all = std::count_if(result.trials.begin(), result.trials.end(),
                                   [&](const DrillTrial& trial) { return trial.loss == *loss; });
    if (caught != all) break;
    smallest = *loss;
  }
  return smallest ? fmt::format("Smallest planted loss that was caught in every case: {:g} %", 100.0 * *smallest)
                  : "No planted loss was caught in every case";
}

Paragraph verdict_of(const DrillResult& result) {
  const auto missed = std::count_if(result.trials.begin(), result.trials.end(),
                                    [](const DrillTrial& trial) { return trial.outcome == TrialOutcome::missed; });
  if (result.status == ExitStatus::regression) {
    return {fmt::format("the gate missed {} of {} planted losses that it claims to see (exit status 1)", missed,
                        result.trials.size()),
            Tone::bad};
  }
  if (result.status == ExitStatus::cannot_judge) {
    return {"cannot tell (exit status 3): too few planted losses could be judged tonight", Tone::doubtful};
  }
  return {fmt::format("the gate kept its claims in {} trials", result.trials.size()), Tone::good};
}

}  // namespace

Document drill_document(const DrillResult& result) {
  Document document;
  const std::vector<double> losses = losses_of(result);
  if (!result.trials.empty()) document.blocks.emplace_back(table_of(result, losses));
  for (const double loss : losses) document.blocks.emplace_back(Paragraph{line_of(result, loss)});
  if (!losses.empty()) document.blocks.emplace_back(Paragraph{caught_of(result, losses)});
  if (const auto claim = claim_of(result)) document.blocks.emplace_back(Paragraph{*claim});
  // Why nothing could be judged is the same for most cases: the first says it.
  for (const DrillTrial& trial : result.trials) {
    if (trial.outcome != TrialOutcome::untold || trial.verdict.reasons.empty()) continue;
    document.blocks.emplace_back(Detail{fmt::format("{}: {}", trial.case_id, trial.verdict.reasons.front().sentence)});
    break;
  }
  document.blocks.emplace_back(verdict_of(result));
  return document;
}

}  // namespace roofgate
