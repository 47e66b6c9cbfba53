#include "bench/scaling/pairing.hpp"

namespace roofgate {

int partner_of(int rank, const WorldPoint& point) {
  const auto pairing = static_cast<int>(number_of(*point.measured, "pairing").value_or(1.0));
  const int partner = rank ^ pairing;
  return partner < point.ranks ? partner : rank;
}

}  // namespace roofgate
