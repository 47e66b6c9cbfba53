#include "bench/derived/sibling_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <type_traits>
#include <variant>

namespace roofgate {
namespace {

struct Rule {
  SiblingKind kind;
  std::string_view key;                    ///< parameter in which the two differ
  std::vector<std::string_view> measured;  ///< values of it that are compared (empty: every other one)
  std::string_view sibling;                ///< value of the case they are compared with
  std::vector<std::string_view> except;    ///< parameters that follow from it
};

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules{
      {SiblingKind::alignment,
       "ladder",
       {},
       "align128",
       {"ladder", "m", "n", "k", "lda", "ldb", "ldd", "alignment", "pointer_offset_bytes"}},
      {SiblingKind::fusion, "variant", {"fused", "graph"}, "unfused", {"variant"}},
      {SiblingKind::choice, "choice", {"first"}, "best", {"choice"}},
      {SiblingKind::epilogue, "epilogue", {"bias_gelu_fused"}, "bias_gelu_separate", {"epilogue"}},
  };
  return kRules;
}

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view text_of(const Case& measured, std::string_view key) {
  const auto found = measured.parameters.find(std::string{key});
  const auto* text = found == measured.parameters.end() ? nullptr : std::get_if<std::string>(&found->second);
  return text == nullptr ? std::string_view{} : std::string_view{*text};
}

/// What two siblings have in common: the kind and every parameter that the rule does not except. Lengths keep texts
/// apart that contain separators.
std::string common_key(const Case& measured, const Rule& rule) {
  std::string key = measured.kind;
  for (const auto& [name, value] : measured.parameters) {
    if (contains(rule.except, name)) continue;
    const std::string text = std::visit(
        [](const auto& any) {
          using T = std::decay_t<decltype(any)>;
          if constexpr (std::is_same_v<T, std::string>) return "t" + any;
          if constexpr (std::is_same_v<T, bool>) return std::string{any ? "yes" : "no"};
          if constexpr (std::is_same_v<T, double>) return fmt::format("n{}", any);
        },
        value);
    key += fmt::format("|{}:{}={}:{}", name.size(), name, text.size(), text);
  }
  return key;
}

}  // namespace

std::vector<SiblingPair> sibling_pairs(const Record& record) {
  std::vector<SiblingPair> pairs;
  for (const Rule& rule : rules()) {
    std::map<std::string, const Case*> siblings;
    for (const Case& measured : record.cases) {
      if (text_of(measured, rule.key) == rule.sibling) siblings.emplace(common_key(measured, rule), &measured);
    }
    if (siblings.empty()) continue;
    for (const Case& measured : record.cases) {
      const std::string_view value = text_of(measured, rule.key);
      if (value.empty() || value == rule.sibling) continue;
      if (!rule.measured.empty() && !contains(rule.measured, value)) continue;
      const auto found = siblings.find(common_key(measured, rule));
      if (found != siblings.end()) pairs.push_back({rule.kind, &measured, found->second, rule.sibling});
    }
  }
  return pairs;
}

}  // namespace roofgate
