// What the roofline needs to know of a case beyond its work: which unit computes, whether its data were in cache.
#pragma once

#include <optional>

#include "bench/record/record.hpp"
#include "kernels/base/dtype.hpp"

namespace roofgate {

/// The dtype whose peak bounds the case's arithmetic: the inputs' for products, fp32 for chains and memory kernels
/// (their arithmetic is fp32), absent where nothing is computed.
[[nodiscard]] std::optional<DType> compute_dtype(const Case& measured);

/// Measured with its data left in cache on purpose.
[[nodiscard]] bool is_warm(const Case& measured);

/// The bytes that one turn through all buffer sets touches (cold measuring rotates) do not reach twice the cache: the
/// traffic that was counted did not come from memory.
[[nodiscard]] bool is_cache_resident(const Case& measured, Bytes last_level_cache);

/// Ranks of a collective, 1 for everything else.
[[nodiscard]] int ranks_of(const Case& measured);

}  // namespace roofgate
