// The alignment ladder: variants of one shape that differ only in how well memory accesses can be aligned.
#pragma once

#include <string>

#include "kernels/base/result.hpp"
#include "kernels/gemm/gemm_spec.hpp"

namespace roofgate {

/// `variant` is "align128", "align64", … "align1" (elements), "oddld" or "offset2", applied to a nominal shape whose
/// dimensions are multiples of 256. For A under 128, k becomes k - A: then A is exactly the largest power of two that
/// divides every dimension and leading dimension, and the work stays within A / k of the nominal one. "oddld" adds one
/// element to each leading dimension; "offset2" moves every pointer by one bf16 element, so that it is only 2-byte
/// aligned.
[[nodiscard]] Result<GemmSpec> ladder_variant(const GemmSpec& nominal, const std::string& variant);

}  // namespace roofgate
