#include "bench/roofline/case_facts.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "kernels/base/set_count.hpp"

namespace roofgate {
namespace {

/// The n-th part of an id between slashes; empty if there are fewer.
std::string_view segment(std::string_view id, std::size_t n) {
  for (; n > 0; --n) {
    const std::size_t slash = id.find('/');
    if (slash == std::string_view::npos) return {};
    id.remove_prefix(slash + 1);
  }
  return id.substr(0, id.find('/'));
}

}  // namespace

std::optional<DType> compute_dtype(const Case& measured) {
  if (measured.kind == "gemm") {
    const Result<DType> dtype = parse_dtype(segment(measured.id, 1));
    return dtype ? std::optional{*dtype} : std::nullopt;
  }
  if (measured.kind == "ceiling") {
    const std::string_view op = segment(measured.id, 1);
    if (op == "fma_fp32") return DType::fp32;
    if (op == "dot_bf16") return DType::bf16;
    return std::nullopt;
  }
  if (measured.kind == "elementwise" || measured.kind == "memory") return DType::fp32;
  return std::nullopt;
}

bool is_warm(const Case& measured) {
  const auto cache = measured.parameters.find("cache");
  if (cache == measured.parameters.end()) return false;
  const auto* state = std::get_if<std::string>(&cache->second);
  return state != nullptr && *state == "warm";
}

bool is_cache_resident(const Case& measured, Bytes last_level_cache) {
  if (last_level_cache <= Bytes{} || measured.work.working_set <= Bytes{}) return false;
  const CacheState state = is_warm(measured) ? CacheState::warm : CacheState::cold;
  const auto sets = static_cast<double>(set_count_for(measured.work.working_set, last_level_cache, state));
  return sets * measured.work.working_set < 2.0 * last_level_cache;
}

int ranks_of(const Case& measured) {
  int ranks = 1;
  for (const Round& round : measured.rounds) ranks = std::max(ranks, round.world_size);
  return ranks;
}

}  // namespace roofgate
