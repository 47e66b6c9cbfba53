// Losses planted on purpose: a workload that really does more than it says, hangs, dies or is wrong. Test build only.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"

namespace roofgate {

/// What happens to a case: its launches take `slowdown` times as long, or something worse.
struct Plant {
  enum class Kind { slow, hang, crash, wrong, killed, late };
  Kind kind = Kind::slow;
  double slowdown = 1.0;
  double late_s = 2.0;                     ///< of a late rank, before each launch
  std::optional<int> rank = std::nullopt;  ///< of the world, which alone is struck; absent: every rank
};

/// `<case id>=1.3[,<case id>=hang|crash|wrong|killed|late]…`, the value of ROOFGATE_PLANT; `killed@1` strikes rank 1
/// alone. A late rank sleeps before each launch: for two seconds, or as many as `late0.005` says. A case may be named
/// more than once.
[[nodiscard]] Result<std::multimap<std::string, Plant>> parse_plants(std::string_view text);

/// `workload` with the plant inside every launch, and so inside the timed region.
[[nodiscard]] std::unique_ptr<Workload> plant(std::unique_ptr<Workload> workload, Plant plant);

}  // namespace roofgate
