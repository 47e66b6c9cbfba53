// A roofline that fits a screen: of each kind of work the cases nearest to the roof and farthest from it.
#pragma once

#include <cstddef>

#include "bench/roofline/roofline.hpp"

namespace roofgate {

/// At most `per_kind` placements of each kind, in the order of `roofline`. Cases that are implausible or wrong count as
/// farthest: they are never left out.
[[nodiscard]] Roofline roofline_excerpt(const Roofline& roofline, std::size_t per_kind);

}  // namespace roofgate
