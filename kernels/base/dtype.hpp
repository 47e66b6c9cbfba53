// Element types of the workloads.
#pragma once

#include <cstddef>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

enum class DType { bf16, fp16, fp32, fp64 };

[[nodiscard]] std::string_view name_of(DType dtype);
[[nodiscard]] std::size_t size_of(DType dtype);  ///< bytes per element
[[nodiscard]] Result<DType> parse_dtype(std::string_view text);

}  // namespace roofgate
