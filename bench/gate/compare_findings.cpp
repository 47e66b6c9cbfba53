#include "bench/gate/compare_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bench/gate/cause.hpp"
#include "bench/gate/common_shift.hpp"
#include "bench/gate/compare_sides.hpp"
#include "bench/gate/lost_after.hpp"
#include "bench/gate/wording.hpp"
#include "bench/record/drill_note.hpp"
#include "bench/record/failure_note.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kNamed = 4;  // changes or cases in one sentence

Finding finding(std::string rule, std::string sentence, bool blocks) {
  std::map<std::string, double> evidence;
  if (blocks) evidence[kBlocks] = 1.0;
  return {{std::move(rule), std::move(sentence), std::move(evidence)}, blocks};
}

template <class Holds>
std::size_t count_in(const CompareInputs& inputs, Holds holds) {
  std::size_t count = 0;
  for (const SideRecords* side : {&inputs.before, &inputs.after}) {
    count +=
        static_cast<std::size_t>(std::count_if(side->begin(), side->end(), [&](const Record* r) { return holds(*r); }));
  }
  return count;
}

/// "before: mon.json, after: tue.log, wed.log, …": the records of which it holds.
template <class Holds>
std::string named(const CompareInputs& inputs, Holds holds) {
  std::string text;
  for (const auto& [name, side] : {std::pair{"before", &inputs.before}, std::pair{"after", &inputs.after}}) {
    std::vector<std::string> sources;
    for (const Record* record : *side) {
      if (holds(*record)) sources.push_back(source_of(*record));
    }
    if (sources.empty()) continue;
    const bool is_cut = sources.size() > kNamed;
    if (is_cut) sources.resize(kNamed);
    text += fmt::format("{}{}: {}{}", text.empty() ? "" : ", ", name, fmt::join(sources, ", "), is_cut ? ", …" : "");
  }
  return text;
}

/// A tool that fails after its figures are there is news if it did not always do so.
void about_failures(std::vector<Finding>& findings, const CompareInputs& inputs) {
  const auto failed = [](const Record& record) { return !tool_failure(record).empty(); };
  if (count_in(inputs, failed) == 0) return;
  const auto is_failed = [&](const Record* record) { return failed(*record); };
  const bool is_new = std::any_of(inputs.after.begin(), inputs.after.end(), is_failed) &&
                      !std::all_of(inputs.before.begin(), inputs.before.end(), is_failed);
  const SideRecords& side =
      std::any_of(inputs.after.begin(), inputs.after.end(), is_failed) ? inputs.after : inputs.before;
  const Record& first = **std::find_if(side.begin(), side.end(), is_failed);
  findings.push_back(finding(
      "tool_failed",
      fmt::format("The tool failed after its figures were there: {} ({}).", tool_failure(first), named(inputs, failed)),
      is_new));
}

void about_order(std::vector<Finding>& findings, const CompareInputs& inputs) {
  const auto by_start = [](const Record* a, const Record* b) { return a->started_at < b->started_at; };
  const Record& newest = **std::max_element(inputs.after.begin(), inputs.after.end(), by_start);
  const Record& oldest = **std::min_element(inputs.before.begin(), inputs.before.end(), by_start);
  if (newest.started_at.empty() || newest.started_at >= oldest.started_at) return;
  findings.push_back(
      finding("after_is_older",
              fmt::format("Every record of after is older than every record of before ({} is before {}): "
                          "are the sides swapped?",
                          newest.started_at.substr(0, 10), oldest.started_at.substr(0, 10)),
              false));
}

void about_records(std::vector<Finding>& findings, const CompareInputs& inputs) {
  const auto is_unfinished = [](const Record& record) { return record.finished_at.empty(); };
  const auto unfinished = count_in(inputs, is_unfinished);
  if (unfinished > 0) {
    const auto is_cut = [](const Record& record) { return record.finished_at.empty() && record.imported; };
    findings.push_back(
        finding("unfinished",
                fmt::format("{} not finished ({}): {}.", unfinished == 1 ? "A record is" : "Some records are",
                            named(inputs, is_unfinished),
                            count_in(inputs, is_cut) == unfinished
                                ? "what a run lacks that died, or whose file is cut, is not known"
                                : "`roofgate run --resume` completes it"),
                true));
  }
  about_failures(findings, inputs);
  if (count_in(inputs, [](const Record& record) { return is_drill(record); }) > 0) {
    findings.push_back(finding("planted", "A record holds losses that `roofgate drill` planted.", true));
  }
  const auto is_emulated = [](const Record& record) { return record.environment.backend == "cuda-emulated"; };
  if (count_in(inputs, is_emulated) > 0) {
    findings.push_back(finding("emulated", "A record is of an emulated device: its times are no performance.", true));
  }
}

/// A side whose own records differ mixes environments.
void about_sides(std::vector<Finding>& findings, const CompareInputs& inputs) {
  for (const auto& [name, side] : {std::pair{"before", &inputs.before}, std::pair{"after", &inputs.after}}) {
    std::set<std::string> names;
    for (const Record* record : *side) {
      for (const EnvironmentChange& change : environment_changes(side->front()->environment, record->environment)) {
        if (change.part == EnvironmentPart::software || change.part == EnvironmentPart::variable) {
          names.insert(change.name);
        }
      }
    }
    if (names.empty()) continue;
    findings.push_back(finding("mixed_side",
                               fmt::format("The records of the side {} differ among themselves in {}: a side is one "
                                           "environment.",
                                           name, fmt::join(names, ", ")),
                               true));
  }
}

void about_machines(std::vector<Finding>& findings, const CompareInputs& inputs, bool is_paired) {
  const Environment& before = inputs.before.back()->environment;
  const Environment& after = inputs.after.back()->environment;
  const auto devices = devices_of_one_side(before, after);
  if (!devices.empty()) {
    findings.push_back(finding("other_devices",
                               fmt::format("The sides measured different devices ({}): what differs may be theirs, and "
                                           "not the environment's.",
                                           fmt::join(devices, ", ")),
                               true));
  }
  if (before.host.name != after.host.name && !is_paired) {
    findings.push_back(finding("other_host",
                               fmt::format("Measured on '{}' and on '{}': if these are two machines, their difference "
                                           "cannot be told from the environment's.",
                                           before.host.name, after.host.name),
                               false));
  }
  if (const auto keys = differing_hardware(inputs); is_paired && !keys.empty()) {
    findings.push_back(finding("other_share",
                               fmt::format("The environments see different hardware ({}): that is part of what is "
                                           "compared.",
                                           fmt::join(keys, " and ")),
                               false));
  }
  if (before.backend == after.backend && inputs.before.back()->suite == inputs.after.back()->suite) return;
  findings.push_back(
      finding("other_suite",
              fmt::format("The sides are of suite '{}' and of suite '{}': only cases with one id and one "
                          "definition are compared.",
                          inputs.before.back()->suite, inputs.after.back()->suite),
              false));
}

bool is_shown_loss(VerdictKind kind) { return kind == VerdictKind::regressed || kind == VerdictKind::drift; }

std::string worst_of(const GateResult& result) {
  std::vector<std::string> named;
  int count = 0;
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.kind != VerdictKind::regressed) continue;
    if (++count <= static_cast<int>(kNamed)) {
      named.push_back(fmt::format("{} {}", verdict.case_id, signed_change(verdict.change.value_or(0.0))));
    }
  }
  const int more = count - static_cast<int>(named.size());
  return fmt::format("{}{}", fmt::join(named, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

/// What is open besides cases that wait for rounds, as one sentence; empty if nothing is.
std::string obstacle_of(const GateResult& result, std::span<const Finding> findings) {
  for (const Finding& found : findings) {
    if (!found.blocks) continue;
    return found.reason.sentence.substr(0, found.reason.sentence.size() - 1);
  }
  constexpr std::array kOpen{std::pair{VerdictKind::vanished, "not measured after"},
                             std::pair{VerdictKind::invalid, "without a valid measurement"},
                             std::pair{VerdictKind::no_baseline, "with nothing to compare with"}};
  for (const auto& [kind, words] : kOpen) {
    const int count = count_of(result, kind);
    if (count == 0) continue;
    for (const Verdict& verdict : result.verdicts) {
      if (verdict.kind != kind || verdict.reasons.front().rule != "lost_after") continue;
      const std::string& sentence = verdict.reasons.front().sentence;
      // "It is absent in …."
      return fmt::format("{}{}{}", verdict.case_id, std::string_view{sentence}.substr(2, sentence.size() - 3),
                         count > 1 ? fmt::format(", and {} more", counted(count - 1, "case")) : "");
    }
    return counted(count, "case") + " " + words;
  }
  return result.verdicts.empty() ? "no case was measured" : "";
}

/// " but for 1 loss that the policy expects: gemm/… -49.0 %": safe is not the same as unchanged.
std::string expected_losses(const GateResult& result) {
  const Verdict* worst = nullptr;
  int count = 0;
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.kind != VerdictKind::xfail) continue;
    ++count;
    if (worst == nullptr || verdict.change.value_or(0.0) > worst->change.value_or(0.0)) worst = &verdict;
  }
  if (worst == nullptr) return {};
  const std::string change = worst->change ? " " + signed_change(*worst->change) : std::string{};
  return fmt::format(" but for {} that the policy expects: {}{}{}", counted(count, "failure"), worst->case_id, change,
                     count > 1 ? " is the worst" : "");
}

}  // namespace

std::vector<Finding> findings_about(const CompareInputs& inputs, bool is_paired) {
  std::vector<Finding> findings;
  about_records(findings, inputs);
  if (!inputs.lost_after.empty()) {
    findings.push_back(
        finding("files_lost",
                fmt::format("{} of after {} no run ({}{}): what it would have shown is not known. Measure again, or "
                            "move away what is no measurement.",
                            counted(static_cast<int>(inputs.lost_after.size()), "file"),
                            inputs.lost_after.size() == 1 ? "holds" : "hold", inputs.lost_after.front(),
                            inputs.lost_after.size() == 1 ? "" : ", …"),
                true));
  }
  about_sides(findings, inputs);
  about_machines(findings, inputs, is_paired);
  if (!is_paired) {
    about_order(findings, inputs);
    findings.push_back(finding("unpaired",
                               "The sides were measured at different times: two nights of one machine differ, and that "
                               "cannot be told from the change. `roofgate run --ab` measures both at once.",
                               false));
  }
  return findings;
}

std::vector<std::string> differing_hardware(const CompareInputs& inputs) {
  std::vector<std::string> keys;
  for (const SideRecords* side : {&inputs.before, &inputs.after}) {
    for (const Record* record : *side) {
      std::string key = hardware_key(record->environment);
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(std::move(key));
    }
  }
  return keys.size() > 1 ? keys : std::vector<std::string>{};
}

std::vector<EnvironmentChange> changes_between(const CompareInputs& inputs) {
  const Record& before = *inputs.before.back();
  const Record& after = *inputs.after.back();
  auto changes = environment_changes(before.environment, after.environment);
  const auto add = [&](const char* name, const std::string& old, const std::string& now) {
    if (old != now) changes.push_back({EnvironmentPart::tool, name, old, now});
  };
  add("roofgate version", before.tool.version, after.tool.version);
  add("roofgate revision", before.tool.git_revision, after.tool.git_revision);
  return changes;
}

std::vector<JoinedChange> join(const std::vector<EnvironmentChange>& changes, const NightView& view) {
  std::vector<JoinedChange> joined;
  for (const EnvironmentChange& change : changes) {
    JoinedChange entry{change};
    std::vector<double> measured;
    for (const auto& [id, compared] : view) {
      if (!concerns(change, kind_of(*compared.measured))) continue;
      ++entry.cases;
      entry.slower += is_shown_loss(compared.verdict.kind) ? 1 : 0;
      entry.faster += compared.verdict.kind == VerdictKind::improved ? 1 : 0;
      measured.push_back(compared.evidence.change);
    }
    if (!measured.empty()) entry.median_change = median(measured);
    joined.push_back(std::move(entry));
  }
  return joined;
}

std::optional<Reason> environment_reason(const std::vector<EnvironmentChange>& changes, std::string_view kind) {
  std::vector<std::string> named;
  int count = 0;
  for (const EnvironmentChange& change : changes) {
    if (!concerns(change, kind) || change.name == "host name") continue;
    if (++count <= static_cast<int>(kNamed)) {
      named.push_back(fmt::format("{} {} -> {}", change.name, change.before, change.after));
    }
  }
  if (count == 0) return std::nullopt;
  const int more = count - static_cast<int>(named.size());
  return Reason{"environment_changed",
                fmt::format("Different between the sides: {}{}.", fmt::join(named, ", "),
                            more > 0 ? fmt::format(" and {} more", more) : ""),
                {{"changed", static_cast<double>(count)}}};
}

std::optional<Reason> shift_of_all_kinds(const NightView& view, bool is_paired) {
  constexpr double kWorthSaying = 0.01;
  std::vector<KindShift> shifts;
  for (const auto& [id, compared] : view) {
    shifts.push_back({kind_of(*compared.measured), compared.evidence.change});
  }
  const auto shift = shared_shift(shifts);
  if (!shift || std::abs(*shift) < kWorthSaying) return std::nullopt;
  return Reason{"common_shift",
                common_shift_sentence(*shift, "after",
                                      is_paired ? "what changed reaches all of them"
                                                : "something that all of them use, or the machine's own night"),
                {{"log_ratio", *shift}}};
}

Recommendation recommend(const GateResult& result, std::span<const Finding> findings, bool is_paired) {
  Recommendation advice;
  int further = 0;
  bool rounds_decide = is_paired && count_of(result, VerdictKind::inconclusive) > 0;
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.kind != VerdictKind::inconclusive) continue;
    further = std::max(further, verdict.rounds_to_decide.value_or(0));
    rounds_decide = rounds_decide && verdict.rounds_to_decide.has_value();
  }
  if (further > 0) advice.further_rounds = further;
  if (result.status == ExitStatus::wrong_result) {
    advice.advice = Advice::wrong_result;
    advice.sentence = "wrong results: speed does not matter until they are right";
  } else if (result.status == ExitStatus::regression) {
    advice.advice = Advice::slower;
    advice.sentence = "slower: " + worst_of(result);
  } else if (result.status == ExitStatus::pass) {
    advice.advice = Advice::safe;
    advice.sentence = "safe" + expected_losses(result);
  } else if (const std::string obstacle = obstacle_of(result, findings); !obstacle.empty()) {
    advice.sentence = "cannot tell: " + obstacle;
  } else if (rounds_decide) {
    advice.sentence = "cannot tell: " + counted(further, "more round");
  } else if (is_paired) {
    advice.sentence = fmt::format("cannot tell: {} would stay open after {} more rounds",
                                  counted(count_of(result, VerdictKind::inconclusive), "case"), kMostFurtherRounds);
  } else {
    advice.sentence = "cannot tell: two nights differ too much; `roofgate run --ab` measures both sides at once";
  }
  return advice;
}

}  // namespace roofgate
