// Grids: a few lists of a suite file that expand to every combination of their values.
#pragma once

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

/// One grid of a section, expanded; problems are reported through `grid`. `section_limits` apply where the grid sets
/// none.
[[nodiscard]] std::vector<SuiteCase> expand_grid(const JsonReader& grid, SuiteBackend backend,
                                                 const SuiteLimits& section_limits);

/// "sampling" of a section or a grid over `defaults`.
[[nodiscard]] SuiteLimits read_limits(const JsonReader& holder, const SuiteLimits& defaults);

/// The product grid: layouts x shapes (or projections x tokens) x epilogues x choices x align.
[[nodiscard]] std::vector<SuiteCase> expand_gemm_grid(const JsonReader& grid, const GridFrame& frame);

}  // namespace roofgate
