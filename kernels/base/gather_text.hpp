// One text from each rank, where a world gathers numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

/// Collective. The texts of all ranks on every rank, in rank order, each cut at `kMostGatheredText` bytes.
[[nodiscard]] Result<std::vector<std::string>> gather_texts(World& world, std::string_view mine);

inline constexpr std::size_t kMostGatheredText = 600;

}  // namespace roofgate
