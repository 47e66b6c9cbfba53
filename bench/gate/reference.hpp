// Which remembered nights tonight may be compared with, and for each case which of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/gate/judge.hpp"

namespace roofgate {

/// The accepted nights before the judged one, of this hardware and suite and young enough; empty with a refusal.
struct Reference {
  std::vector<const Night*> nights;  ///< of the judged inputs, oldest first
  Reason refusal;                    ///< why there are none

  [[nodiscard]] bool is_empty() const { return nights.empty(); }
};

[[nodiscard]] Reference choose_reference(const GateInputs& inputs);

/// The nights of one case, oldest first: nights made minutes apart only while there are fewer than kAnchorNights
/// others.
[[nodiscard]] std::vector<NightOfCase> usable_nights(std::vector<NightOfCase> series);

/// Of the usable nights, the last `window`.
[[nodiscard]] std::vector<NightOfCase> window_of(std::vector<NightOfCase> usable, std::size_t window);

/// Of the usable nights, the first kAnchorNights, once there are as many later ones; else none.
[[nodiscard]] std::vector<NightOfCase> anchor_of(std::vector<NightOfCase> usable);

}  // namespace roofgate
