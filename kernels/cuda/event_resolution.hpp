// How fine a device's event timer is, from times it gave. Pure.
#pragma once

#include <span>

#include "kernels/base/quantity.hpp"

namespace roofgate {

/// The runtime's reference gives elapsed event times "a resolution of around 0.5 microseconds"; a finer step that is
/// seen does not make a region of two events more exact, since recording an event takes about that long itself.
inline constexpr Seconds kDocumentedEventResolution{0.5e-6};

/// Smallest step between different values among `elapsed_times`, but at least the documented resolution. With less
/// than two different values: the documented one.
[[nodiscard]] Seconds event_resolution(std::span<const Seconds> elapsed_times);

}  // namespace roofgate
