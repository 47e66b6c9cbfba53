// What is different from the last night: the software's versions.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostNamed = 4;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_collective(std::string_view kind) {
  return is_one_of(kind, {"allreduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "send_recv"});
}

/// Whether a case of this kind runs through that software.
bool concerns(std::string_view software, std::string_view kind) {
  if (is_one_of(software, {"cublaslt", "onednn"})) return kind == "gemm" || kind == "step";
  if (is_one_of(software, {"nccl", "mpi"})) return is_collective(kind) || kind == "step";
  return true;
}

}  // namespace

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
