#include "bench/baseline/algorithm_choice.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace roofgate {
namespace {

// `transports` are those that the process has used so far, whichever case it was for.
constexpr std::array<std::string_view, 7> kCircumstances{"candidates", "heuristic_rank", "library",        "rejected",
                                                         "transports", "waves",          "workspace_bytes"};
constexpr std::string_view kOfStep = "forward_";  // what a step tells of its products

bool is_circumstance(std::string_view key) {
  if (key.substr(0, kOfStep.size()) == kOfStep) key.remove_prefix(kOfStep.size());
  return std::find(kCircumstances.begin(), kCircumstances.end(), key) != kCircumstances.end();
}

}  // namespace

AlgorithmChoice choice_in(const std::map<std::string, std::string>& algorithm) {
  AlgorithmChoice choice = algorithm;
  std::erase_if(choice, [](const auto& entry) { return is_circumstance(entry.first); });
  return choice;
}

bool are_same_choice(const AlgorithmChoice& a, const AlgorithmChoice& b) {
  return std::all_of(a.begin(), a.end(), [&](const auto& entry) {
    const auto found = b.find(entry.first);
    return found == b.end() || found->second == entry.second;
  });
}

std::map<std::string, std::string> usual_algorithm(std::span<const Round* const> rounds) {
  const Round* usual = nullptr;
  std::ptrdiff_t most = 0;
  for (const Round* round : rounds) {
    if (round->algorithm.empty()) continue;
    const AlgorithmChoice choice = choice_in(round->algorithm);
    const auto alike = std::count_if(rounds.begin(), rounds.end(), [&](const Round* other) {
      return !other->algorithm.empty() && choice_in(other->algorithm) == choice;
    });
    if (alike <= most) continue;
    most = alike;
    usual = round;
  }
  return usual == nullptr ? std::map<std::string, std::string>{} : usual->algorithm;
}

}  // namespace roofgate
