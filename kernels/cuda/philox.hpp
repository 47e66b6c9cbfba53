// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011: any element's numbers without those before it. The same on host and device.
#pragma once

#include <cstdint>

#include "kernels/base/host_device.hpp"

namespace roofgate {

struct PhiloxBlock {
  std::uint32_t word[4];
};

/// The constants are the paper's, table 2 and section 4.
[[nodiscard]] ROOFGATE_HOST_DEVICE constexpr PhiloxBlock philox4x32(std::uint64_t counter_low,
                                                                    std::uint64_t counter_high, std::uint64_t key) {
  constexpr std::uint64_t kMultiplier0 = 0xD2511F53U;
  constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57U;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9U;
  constexpr std::uint32_t kWeyl1 = 0xBB67AE85U;
  constexpr int kRounds = 10;
  PhiloxBlock block{{static_cast<std::uint32_t>(counter_low), static_cast<std::uint32_t>(counter_low >> 32U),
                     static_cast<std::uint32_t>(counter_high), static_cast<std::uint32_t>(counter_high >> 32U)}};
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32U);
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = kMultiplier0 * block.word[0];
    const std::uint64_t product1 = kMultiplier1 * block.word[2];
    block = PhiloxBlock{
        {static_cast<std::uint32_t>(product1 >> 32U) ^ block.word[1] ^ key0, static_cast<std::uint32_t>(product1),
         static_cast<std::uint32_t>(product0 >> 32U) ^ block.word[3] ^ key1, static_cast<std::uint32_t>(product0)}};
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return block;
}

}  // namespace roofgate
