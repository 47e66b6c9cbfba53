#include "bench/roofline/comparison.hpp"

#include <fmt/format.h>

#include "bench/roofline/timing.hpp"

namespace roofgate {
namespace {

using Parameters = std::map<std::string, ParameterValue>;

std::string text_of(const Parameters& parameters, const std::string& key) {
  const auto found = parameters.find(key);
  const auto* text = found == parameters.end() ? nullptr : std::get_if<std::string>(&found->second);
  return text == nullptr ? std::string{} : *text;
}

/// Of one kind, and alike in everything that is not listed in `except`.
bool alike(const Case& a, const Case& b, const std::vector<std::string_view>& except) {
  if (a.kind != b.kind) return false;
  const auto stripped = [&except](Parameters parameters) {
    for (const std::string_view key : except) parameters.erase(std::string{key});
    return parameters;
  };
  return stripped(a.parameters) == stripped(b.parameters);
}

struct Rule {
  ComparisonKind kind;
  std::string_view key;                    ///< parameter in which the two differ
  std::vector<std::string_view> measured;  ///< values of it that are compared (empty: every other one)
  std::string_view sibling;                ///< value of the case they are compared with
  std::vector<std::string_view> except;    ///< parameters that follow from it
};

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules{
      {ComparisonKind::alignment,
       "ladder",
       {},
       "align128",
       {"ladder", "m", "n", "k", "lda", "ldb", "ldd", "alignment", "pointer_offset_bytes"}},
      {ComparisonKind::fusion, "variant", {"fused", "graph"}, "unfused", {"variant"}},
      {ComparisonKind::choice, "choice", {"first"}, "best", {"choice"}},
      {ComparisonKind::epilogue, "epilogue", {"bias_gelu_fused"}, "bias_gelu_separate", {"epilogue"}},
  };
  return kRules;
}

bool applies(const Rule& rule, const Case& measured) {
  const std::string value = text_of(measured.parameters, std::string{rule.key});
  if (value.empty() || value == rule.sibling) return false;
  if (rule.measured.empty()) return true;
  for (const std::string_view one : rule.measured) {
    if (one == value) return true;
  }
  return false;
}

/// Disturbed times would make ratios of noise.
std::optional<Seconds> quiet_time(const Case& measured) {
  const auto timing = timing_of(measured);
  if (!timing || timing->disturbed || timing->time <= Seconds{}) return std::nullopt;
  return timing->time;
}

SiblingComparison compare(const Rule& rule, const Case& measured, Seconds time, const Case& sibling,
                          Seconds sibling_time) {
  SiblingComparison comparison;
  comparison.kind = rule.kind;
  comparison.sibling = sibling.id;
  comparison.ratio = (sibling_time / time).value();
  // The variants of a ladder differ by under 128 / k in their work: rates compare, times do not quite.
  if (measured.work.subject == Subject::flops && sibling.work.flops > Flops{}) {
    comparison.ratio *= (measured.work.flops / sibling.work.flops).value();
  }
  if (rule.kind == ComparisonKind::fusion && measured.work.bytes() > Bytes{}) {
    comparison.ideal = (sibling.work.bytes() / measured.work.bytes()).value();
  }
  const auto& algorithm = measured.rounds.front().algorithm;
  const auto& other = sibling.rounds.front().algorithm;
  comparison.other_algorithm = !algorithm.empty() && !other.empty() && algorithm != other;
  return comparison;
}

}  // namespace

std::map<std::string, std::vector<SiblingComparison>> comparisons(const Record& record) {
  std::map<std::string, std::vector<SiblingComparison>> result;
  for (const Rule& rule : rules()) {
    for (const Case& measured : record.cases) {
      if (!applies(rule, measured)) continue;
      const auto time = quiet_time(measured);
      if (!time) continue;
      for (const Case& sibling : record.cases) {
        if (text_of(sibling.parameters, std::string{rule.key}) != rule.sibling) continue;
        if (!alike(measured, sibling, rule.except)) continue;
        if (const auto sibling_time = quiet_time(sibling)) {
          result[measured.id].push_back(compare(rule, measured, *time, sibling, *sibling_time));
        }
      }
    }
  }
  return result;
}

std::string to_text(const SiblingComparison& comparison) {
  switch (comparison.kind) {
    case ComparisonKind::alignment:
      return fmt::format("{:.2f} of align128{}", comparison.ratio,
                         comparison.other_algorithm ? ", other algorithm" : "");
    case ComparisonKind::fusion:
      return fmt::format("{:.2f} x unfused (ideal {:.2f})", comparison.ratio, comparison.ideal.value_or(1.0));
    case ComparisonKind::choice:
      return fmt::format("{:.2f} of best", comparison.ratio);
    case ComparisonKind::epilogue:
      break;
  }
  return fmt::format("{:.2f} x separate", comparison.ratio);
}

}  // namespace roofgate
