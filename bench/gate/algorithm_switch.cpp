#include "bench/gate/algorithm_switch.hpp"

#include <fmt/format.h>

#include "bench/baseline/algorithm_choice.hpp"
#include "bench/gate/reason_rules.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostNamed = 4;  // keys of a choice, cases of a night

struct Switch {
  std::string changes;  ///< "algorithm RING -> NVLS, channels 16 -> 24"
  std::size_t keys = 0;
};

/// All nights of a window ran one choice: the last that is known stands for them.
std::optional<Switch> switch_of(const ComparedCase& subject) {
  const AlgorithmChoice now = choice_in(usual_algorithm(clean_rounds(*subject.measured)));
  AlgorithmChoice before;
  for (auto night = subject.window.rbegin(); night != subject.window.rend() && before.empty(); ++night) {
    before = choice_in(night->measured->algorithm);
  }
  if (are_same_choice(now, before)) return std::nullopt;
  Switch found;
  for (const auto& [key, value] : now) {
    const auto old = before.find(key);
    if (old == before.end() || old->second == value) continue;
    if (found.keys++ >= kMostNamed) continue;
    found.changes += fmt::format("{}{} {} -> {}", found.changes.empty() ? "" : ", ", key, old->second, value);
  }
  return found;
}

}  // namespace

std::optional<Reason> algorithm_changed(const ComparedCase& subject) {
  const auto found = switch_of(subject);
  if (!found) return std::nullopt;
  return Reason{"algorithm_changed",
                fmt::format("The library chose another algorithm ({}).", found->changes),
                {{"changed_keys", static_cast<double>(found->keys)}}};
}

void tell_switch(ComparedCase& compared) {
  if (auto reason = algorithm_changed(compared)) compared.verdict.reasons.push_back(std::move(*reason));
}

void call_gain_a_switch(ComparedCase& compared) {
  Verdict& verdict = compared.verdict;
  if (verdict.kind != VerdictKind::improved || !switch_of(compared)) return;
  verdict.kind = VerdictKind::pass;
  verdict.reasons.push_back(
      {"switch_is_no_gain",
       fmt::format("A switch, not a gain: {} against the nights of the other algorithm; this one's own begin tonight.",
                   signed_change(compared.evidence.change)),
       {{"log_ratio", compared.evidence.change}}});
}

std::optional<Reason> switches_of(const NightView& night) {
  std::string named;
  std::size_t count = 0;
  for (const auto& [id, compared] : night) {
    const auto found = compared.rests_on.empty() ? switch_of(compared) : std::nullopt;
    if (!found || count++ >= kMostNamed) continue;
    named += fmt::format("{}{} ({}; {})", named.empty() ? "" : ", ", id, found->changes,
                         signed_change(compared.evidence.change));
  }
  if (count == 0) return std::nullopt;
  if (count > kMostNamed) named += fmt::format(" and {} more", count - kMostNamed);
  return Reason{
      "algorithms_switched",
      fmt::format("The library chose another algorithm in {}: {}.", counted(static_cast<int>(count), "case"), named),
      {{"cases", static_cast<double>(count)}}};
}

}  // namespace roofgate
