#include "kernels/collective/pairs.hpp"

#include <bit>

namespace roofgate {

int pairings_of(int ranks) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(ranks))) - 1; }

int partner_of(int rank, int pairing, int ranks) {
  const auto partner = static_cast<int>(static_cast<unsigned>(rank) ^ static_cast<unsigned>(pairing));
  return partner < ranks ? partner : rank;
}

}  // namespace roofgate
