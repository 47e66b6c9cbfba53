// Byte counts as people write them: "64 KiB", "256 MiB". Binary units only.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/base/result.hpp"

namespace roofgate {

inline constexpr std::int64_t kMaxByteCount = std::int64_t{1} << 50;  // 1 PiB: above is a slip

/// Digits, an optional space, and B, KiB, MiB or GiB (none: B). From 1 to kMaxByteCount.
[[nodiscard]] Result<std::int64_t> parse_size_text(std::string_view text);

}  // namespace roofgate
