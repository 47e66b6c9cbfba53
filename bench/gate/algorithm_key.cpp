#include "bench/gate/algorithm_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "bench/baseline/algorithm_choice.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostKeys = 4;  // of a switch that are named

AlgorithmChoice choice_of(const NightOfCase& night) { return choice_in(night.measured->algorithm); }

/// The nights whose choice is `choice`, or is not known.
std::vector<NightOfCase> nights_of(const std::vector<NightOfCase>& window, const AlgorithmChoice& choice) {
  std::vector<NightOfCase> nights;
  std::copy_if(window.begin(), window.end(), std::back_inserter(nights),
               [&](const NightOfCase& night) { return are_same_choice(choice_of(night), choice); });
  return nights;
}

/// How many of the last nights ran one and the same.
std::size_t nights_in_a_row(const std::vector<NightOfCase>& window, const AlgorithmChoice& last) {
  const auto other = std::find_if(window.rbegin(), window.rend(),
                                  [&](const NightOfCase& night) { return !are_same_choice(choice_of(night), last); });
  return static_cast<std::size_t>(other - window.rbegin());
}

std::size_t changes_in(const std::vector<NightOfCase>& window) {
  std::size_t changes = 0;
  AlgorithmChoice last;
  for (const NightOfCase& night : window) {
    AlgorithmChoice choice = choice_of(night);
    if (choice.empty()) continue;
    if (!are_same_choice(choice, last)) ++changes;
    last = std::move(choice);
  }
  return changes;
}

}  // namespace

AlgorithmReference reference_by_algorithm(const Case& measured, std::vector<NightOfCase> window) {
  const AlgorithmChoice now = choice_in(usual_algorithm(clean_rounds(measured)));
  const auto known =
      std::find_if(window.rbegin(), window.rend(), [](const NightOfCase& night) { return !choice_of(night).empty(); });
  if (now.empty() || known == window.rend()) return {std::move(window), 0};
  const AlgorithmChoice last = choice_of(*known);
  std::vector<NightOfCase> nights = nights_of(window, now);
  const bool alternates =
      !nights.empty() && changes_in(window) >= kAlternations && nights_in_a_row(window, last) < kEstablishedNights;
  if (!are_same_choice(now, last) && !alternates) nights = nights_of(window, last);
  const std::size_t others = window.size() - nights.size();
  return {std::move(nights), others};
}

std::optional<AlgorithmSwitch> switch_of(const Case& measured, const std::vector<NightOfCase>& nights) {
  const AlgorithmChoice now = choice_in(usual_algorithm(clean_rounds(measured)));
  AlgorithmChoice before;
  for (auto night = nights.rbegin(); night != nights.rend() && before.empty(); ++night) before = choice_of(*night);
  if (are_same_choice(now, before)) return std::nullopt;
  AlgorithmSwitch found;
  for (const auto& [key, value] : now) {
    const auto old = before.find(key);
    if (old == before.end() || old->second == value) continue;
    if (found.keys++ >= kMostKeys) continue;
    found.changes += fmt::format("{}{} {} -> {}", found.changes.empty() ? "" : ", ", key, old->second, value);
  }
  return found;
}

}  // namespace roofgate
