// The roofline itself: the least time a piece of work can take under a roof, and which limit sets it.
#pragma once

#include <optional>
#include <string_view>

#include "bench/roofline/roof.hpp"
#include "kernels/base/work.hpp"

namespace roofgate {

enum class Bound { compute, memory, launch, link };

[[nodiscard]] std::string_view name_of(Bound bound);

/// What one iteration needs.
struct Demand {
  Work work;
  std::optional<DType> dtype;  ///< of the arithmetic
  bool from_memory = true;     ///< false: the counted bytes come from cache, and memory is no bound
  Bytes link_traffic;          ///< over the device's links in the busier direction
};

struct Attainable {
  Seconds time;
  Bound bound = Bound::compute;
};

/// max(FLOP / peak, bytes / bandwidth, link bytes / link, launch): min(peak, intensity x bandwidth) of Williams,
/// Waterman & Patterson, "Roofline", CACM 52(4), 2009, as a time, with the launch as a third limit. Absent where the
/// limit of the case's own subject is unknown: the others alone would flatter it.
[[nodiscard]] std::optional<Attainable> attainable(const Demand& demand, const Roof& roof);

/// FLOP per byte at which compute and memory bounds meet.
[[nodiscard]] std::optional<FlopsPerByte> ridge_point(const Roof& roof, DType dtype);

}  // namespace roofgate
