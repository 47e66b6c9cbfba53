#include "bench/suite/grid.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace roofgate {
namespace {

constexpr std::int64_t kMaxElements = std::int64_t{1} << 40;
constexpr std::int64_t kMaxSamples = 100'000;

void refuse_on_host(const JsonReader& place, SuiteBackend backend, std::string_view name) {
  if (backend == SuiteBackend::cuda) return;
  place.report(fmt::format("'{}' does not exist on the host", name), "move it to the cuda section");
}

struct Chain {
  std::string name;
  std::vector<PointwiseOp> ops;
};

std::vector<Chain> read_chains(const JsonReader& grid) {
  std::vector<Chain> chains;
  for (const JsonReader& entry : grid.member("chains").elements()) {
    entry.allow_only({"name", "ops"});
    Chain chain;
    chain.name = entry.member("name").text();
    for (const JsonReader& op : entry.member("ops").elements()) {
      chain.ops.push_back(op.choice<PointwiseOp>({{"bias", PointwiseOp::bias},
                                                  {"gelu", PointwiseOp::gelu},
                                                  {"scale", PointwiseOp::scale},
                                                  {"residual", PointwiseOp::residual},
                                                  {"silu", PointwiseOp::silu},
                                                  {"gate", PointwiseOp::gate}}));
    }
    chains.push_back(std::move(chain));
  }
  return chains;
}

std::vector<ChainVariant> read_variants(const JsonReader& grid, SuiteBackend backend) {
  std::vector<ChainVariant> variants;
  for (const JsonReader& variant : grid.member("variants").elements()) {
    variants.push_back(variant.choice<ChainVariant>(
        {{"unfused", ChainVariant::unfused}, {"graph", ChainVariant::graph}, {"fused", ChainVariant::fused}}));
    if (variants.back() == ChainVariant::graph) refuse_on_host(variant, backend, "graph");
  }
  return variants;
}

std::vector<SuiteCase> expand_elementwise_grid(const JsonReader& grid, const GridFrame& frame) {
  grid.allow_only({"kind", "why", "cache", "launch", "sampling", "chains", "variants", "elements", "offset_elements"});
  const auto chains = read_chains(grid);
  const auto variants = read_variants(grid, frame.backend);
  std::vector<std::int64_t> offsets{0};
  if (grid.has("offset_elements")) {
    offsets.clear();
    for (const JsonReader& offset : grid.member("offset_elements").elements()) offsets.push_back(offset.integer(0, 7));
  }
  std::vector<SuiteCase> cases;
  for (const JsonReader& elements : grid.member("elements").elements()) {
    const std::int64_t count = elements.integer(1, kMaxElements);
    for (const Chain& chain : chains) {
      for (const std::int64_t offset : offsets) {
        for (const ChainVariant variant : variants) {
          const ChainSpec spec{chain.name, chain.ops, variant, count, offset};
          add_cases(cases, frame, spec, fmt::format("elementwise/{}/n{}", chain.name, count));
        }
      }
    }
  }
  return cases;
}

std::vector<SuiteCase> expand_memory_grid(const JsonReader& grid, const GridFrame& frame) {
  grid.allow_only({"kind", "why", "cache", "launch", "sampling", "ops", "bytes"});
  std::vector<SuiteCase> cases;
  for (const JsonReader& bytes : grid.member("bytes").elements()) {
    for (const JsonReader& op : grid.member("ops").elements()) {
      MemorySpec spec;
      spec.bytes = bytes.byte_count();
      spec.op = op.choice<MemoryOp>({{"copy", MemoryOp::copy},
                                     {"read", MemoryOp::read},
                                     {"write", MemoryOp::write},
                                     {"triad", MemoryOp::triad},
                                     {"host_to_device", MemoryOp::host_to_device},
                                     {"device_to_host", MemoryOp::device_to_host},
                                     {"peer_copy", MemoryOp::peer_copy}});
      if (is_transfer(spec.op)) refuse_on_host(op, frame.backend, name_of(spec.op));
      add_cases(cases, frame, spec, spec.id());
    }
  }
  return cases;
}

std::vector<SuiteCase> expand_ceiling_grid(const JsonReader& grid, const GridFrame& frame) {
  grid.allow_only({"kind", "why", "sampling", "ops"});
  std::vector<SuiteCase> cases;
  for (const JsonReader& op : grid.member("ops").elements()) {
    CeilingSpec spec;
    spec.op = op.choice<CeilingOp>(
        {{"fma_fp32", CeilingOp::fma_fp32}, {"dot_bf16", CeilingOp::dot_bf16}, {"launch", CeilingOp::launch}});
    SuiteCase added = pattern_of(frame, CacheState::cold);
    added.spec = spec;
    added.group = spec.id();
    added.expose_launch = spec.op == CeilingOp::launch;
    cases.push_back(std::move(added));
  }
  return cases;
}

}  // namespace

SuiteCase pattern_of(const GridFrame& frame, CacheState cache) {
  SuiteCase pattern;
  pattern.backend = frame.backend;
  pattern.cache = cache;
  pattern.expose_launch = frame.expose_launch;
  pattern.limits = frame.limits;
  return pattern;
}

void add_cases(std::vector<SuiteCase>& cases, const GridFrame& frame, const CaseSpec& spec, const std::string& group) {
  for (const CacheState cache : frame.caches) {
    SuiteCase added = pattern_of(frame, cache);
    added.spec = spec;
    added.group = group;
    cases.push_back(std::move(added));
  }
}

SuiteLimits read_limits(const JsonReader& holder, const SuiteLimits& defaults) {
  SuiteLimits limits = defaults;
  if (!holder.has("sampling")) return limits;
  const JsonReader sampling = holder.member("sampling");
  sampling.allow_only({"max_warmup_s", "min_sampling_s", "max_sampling_s", "min_samples", "max_samples", "max_case_s"});
  const auto seconds = [&](std::string_view key, std::optional<Seconds>& value) {
    if (sampling.has(key)) value = Seconds{sampling.member(key).positive_number()};
  };
  seconds("max_warmup_s", limits.max_warmup);
  seconds("min_sampling_s", limits.min_sampling);
  seconds("max_sampling_s", limits.max_sampling);
  seconds("max_case_s", limits.max_case);
  // Six is the fewest for which a 95 % interval of the median exists (bench/stats/median_interval.hpp).
  if (sampling.has("min_samples")) limits.min_samples = sampling.member("min_samples").integer(6, kMaxSamples);
  if (sampling.has("max_samples")) limits.max_samples = sampling.member("max_samples").integer(6, kMaxSamples);
  if (limits.min_samples && limits.max_samples && *limits.min_samples > *limits.max_samples) {
    sampling.report(fmt::format("min_samples {} exceeds max_samples {}", *limits.min_samples, *limits.max_samples));
  }
  if (limits.min_sampling && limits.max_sampling && *limits.min_sampling > *limits.max_sampling) {
    sampling.report(fmt::format("min_sampling_s {} exceeds max_sampling_s {}", limits.min_sampling->value(),
                                limits.max_sampling->value()));
  }
  return limits;
}

std::vector<SuiteCase> expand_grid(const JsonReader& grid, SuiteBackend backend, const SuiteLimits& section_limits) {
  using Expand = std::vector<SuiteCase> (*)(const JsonReader&, const GridFrame&);
  GridFrame frame;
  frame.backend = backend;
  frame.limits = read_limits(grid, section_limits);
  if (grid.has("cache")) {
    frame.caches.clear();
    for (const JsonReader& cache : grid.member("cache").elements()) {
      frame.caches.push_back(cache.choice<CacheState>({{"cold", CacheState::cold}, {"warm", CacheState::warm}}));
    }
  }
  if (grid.has("launch"))
    frame.expose_launch = grid.member("launch").choice<bool>({{"hidden", false}, {"exposed", true}});
  if (grid.has("why")) static_cast<void>(grid.member("why").text());
  const auto expand = grid.member("kind").choice<Expand>({{"gemm", expand_gemm_grid},
                                                          {"elementwise", expand_elementwise_grid},
                                                          {"memory", expand_memory_grid},
                                                          {"ceiling", expand_ceiling_grid},
                                                          {"allreduce", expand_allreduce_grid},
                                                          {"collective", expand_collective_grid},
                                                          {"step", expand_step_grid}});
  return expand(grid, frame);
}

}  // namespace roofgate
