#include "bench/gate/expectation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "bench/gate/calendar_day.hpp"
#include "bench/gate/pattern.hpp"

namespace roofgate {
namespace {

bool is_failure(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::regressed:
    case VerdictKind::inconclusive:
    case VerdictKind::no_baseline:
    case VerdictKind::vanished:
    case VerdictKind::invalid:
      return true;
    case VerdictKind::pass:
    case VerdictKind::improved:
    case VerdictKind::drift:
    case VerdictKind::wrong_result:
    case VerdictKind::skipped:
    case VerdictKind::xfail:
      break;
  }
  return false;
}

bool is_good(VerdictKind kind) { return kind == VerdictKind::pass || kind == VerdictKind::improved; }

const ExpectedFailure* find_expected(const std::string& case_id, const Policy& policy) {
  for (const ExpectedFailure& expected : policy.expected_failures) {
    if (matches(expected.cases, case_id)) return &expected;
  }
  return nullptr;
}

/// Whether the night has cases of the pattern's family, "gemm" of "gemm/*": a policy serves suites that lack others.
bool concerns_family_of(std::string_view pattern, const std::vector<Verdict>& verdicts) {
  const std::string_view family = pattern.substr(0, pattern.find('/') + 1);
  if (family.empty() || family.find_first_of("*?") != std::string_view::npos) return true;
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [&](const Verdict& verdict) { return verdict.case_id.starts_with(family); });
}

/// Patterns of which nothing can come: a misspelt one excuses nothing, and nobody would know.
std::optional<Reason> unmatched_patterns(const std::vector<Verdict>& verdicts, const Policy& policy) {
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::string> unmatched;
  const auto look = [&](std::string_view key, const std::string& pattern) {
    const auto is_of_it = [&](const Verdict& verdict) { return matches(pattern, verdict.case_id); };
    if (std::none_of(verdicts.begin(), verdicts.end(), is_of_it)) {
      unmatched.push_back(fmt::format("{} '{}'", key, pattern));
    }
  };
  for (const ExpectedFailure& expected : policy.expected_failures) look("xfail", expected.cases);
  for (const CaseTolerance& entry : policy.expectations.tolerances) {
    if (concerns_family_of(entry.cases, verdicts)) look("tolerances", entry.cases);
  }
  if (unmatched.empty()) return std::nullopt;
  const std::size_t more = unmatched.size() > kMostNamed ? unmatched.size() - kMostNamed : 0;
  unmatched.resize(unmatched.size() - more);
  return Reason{"pattern_unmatched",
                fmt::format("The policy has patterns that match no case of this night or of what it is compared with: "
                            "{}{}.",
                            fmt::join(unmatched, ", "), more > 0 ? fmt::format(" and {} more", more) : ""),
                {{"patterns", static_cast<double>(unmatched.size() + more)}}};
}

}  // namespace

std::vector<Reason> apply_expected_failures(std::vector<Verdict>& verdicts, const Policy& policy,
                                            std::chrono::sys_days today) {
  std::vector<Reason> aloud;
  for (Verdict& verdict : verdicts) {
    const ExpectedFailure* expected = find_expected(verdict.case_id, policy);
    if (expected == nullptr) continue;
    const auto expires = parse_day(expected->expires);
    if (is_good(verdict.kind)) {
      aloud.push_back({"expected_failure_passed",
                       fmt::format("{} was expected to fail and passes: take it out of the policy ({}).",
                                   verdict.case_id, expected->link),
                       {}});
      verdict.reasons.push_back(aloud.back());
    } else if (!is_failure(verdict.kind)) {
      continue;
    } else if (!expires || today >= *expires) {
      verdict.reasons.push_back(
          {"expected_failure_expired",
           fmt::format("It was expected to fail until {}: that time is over ({}).", expected->expires, expected->link),
           {}});
    } else {
      verdict.reasons.insert(verdict.reasons.begin(),
                             {"expected_failure",
                              fmt::format("{}, as expected until {}: {} ({}).", name_of(verdict.kind),
                                          expected->expires, expected->reason, expected->link),
                              {}});
      verdict.kind = VerdictKind::xfail;
    }
  }
  if (auto unmatched = unmatched_patterns(verdicts, policy)) aloud.push_back(std::move(*unmatched));
  return aloud;
}

std::vector<Verdict> missing_requirements(const std::vector<Verdict>& verdicts, const Policy& policy) {
  std::vector<Verdict> missing;
  for (const std::string& pattern : policy.required) {
    const bool is_there = std::any_of(verdicts.begin(), verdicts.end(),
                                      [&](const Verdict& verdict) { return matches(pattern, verdict.case_id); });
    if (is_there) continue;
    Verdict verdict;
    verdict.case_id = pattern;
    verdict.kind = VerdictKind::vanished;
    verdict.reasons.push_back({"required_missing", "The policy requires it and no case of this night matches.", {}});
    missing.push_back(std::move(verdict));
  }
  return missing;
}

}  // namespace roofgate
