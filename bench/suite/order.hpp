// The order in which a round measures its cases: shuffled, with cases that are compared kept back to back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/suite/suite_case.hpp"

namespace roofgate {

/// A permutation of the indices of `cases`. Groups are shuffled, and the cases inside each; equal seeds give equal
/// orders on every machine (std::shuffle does not promise that).
[[nodiscard]] std::vector<std::size_t> shuffled_order(const std::vector<SuiteCase>& cases, std::uint64_t seed);

}  // namespace roofgate
