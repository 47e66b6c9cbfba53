#include "bench/gate/algorithm_switch.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostNamed = 4;  // cases of a night

}  // namespace

std::optional<Reason> algorithm_changed(const ComparedCase& subject) {
  const std::optional<AlgorithmSwitch>& found = subject.algorithm_switch;
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
  if (verdict.kind != VerdictKind::improved || !compared.algorithm_switch) return;
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
    if (!compared.algorithm_switch || !compared.rests_on.empty() || count++ >= kMostNamed) continue;
    named += fmt::format("{}{} ({}; {})", named.empty() ? "" : ", ", id, compared.algorithm_switch->changes,
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
