// A short fingerprint that tells long texts apart; no protection against texts that were made to collide.
#pragma once

#include <cstdint>
#include <string_view>

namespace roofgate {

/// FNV-1a, 32 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
[[nodiscard]] constexpr std::uint32_t fnv1a_32(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return hash;
}

}  // namespace roofgate
