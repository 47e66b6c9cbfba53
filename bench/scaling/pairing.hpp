// Who exchanges messages with whom in a send_recv case.
#pragma once

#include "bench/scaling/series.hpp"

namespace roofgate {

/// Its partner there: every rank exchanges with one at the same time. Itself: it has none in this world.
[[nodiscard]] int partner_of(int rank, const WorldPoint& point);

}  // namespace roofgate
