// What is different from the last night: the library's choice, the software's versions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/screening.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostNamed = 4;

const std::map<std::string, std::string>* algorithm_of(const Case& measured) {
  for (const Round& round : measured.rounds) {
    if (is_clean_round(round) && !round.algorithm.empty()) return &round.algorithm;
  }
  return nullptr;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a case of this kind runs through that software.
bool concerns(std::string_view software, std::string_view kind) {
  if (is_one_of(software, {"cublaslt", "onednn"})) return kind == "gemm" || kind == "step";
  if (is_one_of(software, {"nccl", "mpi"})) return kind == "allreduce" || kind == "step";
  return true;
}

}  // namespace

std::optional<Reason> algorithm_changed(const ComparedCase& subject) {
  const auto* now = algorithm_of(*subject.measured);
  const auto& before = subject.window.back().measured->algorithm;
  if (now == nullptr || before.empty()) return std::nullopt;
  std::string changes;
  std::size_t count = 0;
  for (const auto& [key, value] : *now) {
    const auto old = before.find(key);
    if (old == before.end() || old->second == value) continue;
    if (count++ < kMostNamed)
      changes += fmt::format("{}{} {} -> {}", changes.empty() ? "" : ", ", key, old->second, value);
  }
  if (count == 0) return std::nullopt;
  return Reason{"algorithm_changed",
                fmt::format("The library chose another algorithm ({}).", changes),
                {{"changed_keys", static_cast<double>(count)}}};
}

std::optional<Reason> software_changed(const ComparedCase& subject, const SoftwareChanges& software) {
  std::string changes;
  std::size_t count = 0;
  for (const auto& [name, versions] : software) {
    if (!concerns(name, kind_of(*subject.measured))) continue;
    if (count++ < kMostNamed) {
      changes += fmt::format("{}{} {} -> {}", changes.empty() ? "" : ", ", name, versions.first, versions.second);
    }
  }
  if (count == 0) return std::nullopt;
  return Reason{
      "software_changed", fmt::format("Since the last night: {}.", changes), {{"changed", static_cast<double>(count)}}};
}

}  // namespace roofgate
