// What is different from the nights before: the software's versions, the transports.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

#include "bench/baseline/algorithm_choice.hpp"
#include "bench/gate/environment_change.hpp"
#include "bench/gate/reason_rules.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostNamed = 4;

/// "P2P/CUMEM,NVLS" as a round's algorithm has them.
void add_transports(std::set<std::string>& transports, const std::map<std::string, std::string>& algorithm) {
  const auto found = algorithm.find("transports");
  if (found == algorithm.end()) return;
  std::istringstream list{found->second};
  for (std::string one; std::getline(list, one, ',');) transports.insert(one);
}

}  // namespace

std::optional<Reason> transport_changed(const ComparedCase& subject) {
  std::set<std::string> before, now;
  for (const NightOfCase& night : subject.window) add_transports(before, night.measured->algorithm);
  for (const Round* round : clean_rounds(*subject.measured)) add_transports(now, round->algorithm);
  std::set<std::string> unheard;
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::inserter(unheard, unheard.end()));
  if (before.empty() || unheard.empty()) return std::nullopt;
  return Reason{"transport_changed",
                fmt::format("Channels run over {}, which no night of the reference used ({}).",
                            fmt::join(unheard, ", "), fmt::join(before, ", ")),
                {{"transports", static_cast<double>(unheard.size())}}};
}

std::optional<Reason> software_changed(const ComparedCase& subject, const SoftwareChanges& software) {
  std::string changes;
  std::size_t count = 0;
  for (const auto& [name, versions] : software) {
    if (!concerns({EnvironmentPart::software, name, {}, {}}, kind_of(*subject.measured))) continue;
    if (count++ < kMostNamed) {
      changes += fmt::format("{}{} {} -> {}", changes.empty() ? "" : ", ", name, versions.first, versions.second);
    }
  }
  if (count == 0) return std::nullopt;
  return Reason{
      "software_changed", fmt::format("Since the last night: {}.", changes), {{"changed", static_cast<double>(count)}}};
}

}  // namespace roofgate
