// Grids: a few lists of a suite file that expand to every combination of their values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/suite/json_reader.hpp"
#include "bench/suite/suite_case.hpp"

namespace roofgate {

/// What every grid shares, whatever its kind.
struct GridFrame {
  SuiteBackend backend = SuiteBackend::host;
  std::vector<CacheState> caches{CacheState::cold};
  bool expose_launch = false;
  SuiteLimits limits;
};

/// A case in one cache state of the frame, with its limits, for a spec to be set.
[[nodiscard]] SuiteCase pattern_of(const GridFrame& frame, CacheState cache);

/// Adds `spec` in each cache state of the frame.
void add_cases(std::vector<SuiteCase>& cases, const GridFrame& frame, const CaseSpec& spec, const std::string& group);

/// One grid of a section, expanded; problems are reported through `grid`. `section_limits` apply where the grid sets
/// none.
[[nodiscard]] std::vector<SuiteCase> expand_grid(const JsonReader& grid, SuiteBackend backend,
                                                 const SuiteLimits& section_limits);

/// "sampling" of a section or a grid over `defaults`.
[[nodiscard]] SuiteLimits read_limits(const JsonReader& holder, const SuiteLimits& defaults);

/// The product grid: layouts x shapes (or projections x tokens) x epilogues x choices x align.
[[nodiscard]] std::vector<SuiteCase> expand_gemm_grid(const JsonReader& grid, const GridFrame& frame);

/// Collectives: ops x dtypes x bytes x placements (and pairings, registered or not). Combinations that do not exist are
/// left out: in place send_recv, and what the backend's library does not offer.
[[nodiscard]] std::vector<SuiteCase> expand_collective_grid(const JsonReader& grid, const GridFrame& frame);

/// The same with allreduce alone.
[[nodiscard]] std::vector<SuiteCase> expand_allreduce_grid(const JsonReader& grid, const GridFrame& frame);

/// Data-parallel steps: stacks x scaling x recompute x bucket_bytes x variants.
[[nodiscard]] std::vector<SuiteCase> expand_step_grid(const JsonReader& grid, const GridFrame& frame);

/// "bytes" of a grid: a list of sizes, or {"from": 8, "to": "64 MiB"}: every power of two times `from` up to `to`.
[[nodiscard]] std::vector<std::int64_t> read_sizes(const JsonReader& sizes);

}  // namespace roofgate
