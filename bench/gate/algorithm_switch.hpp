// What is said of a switch to another algorithm: a finding of its own, whatever the verdict.
#pragma once

#include <optional>

#include "bench/gate/night_view.hpp"

namespace roofgate {

/// Says it of a case whose verdict asks for no other reasons.
void tell_switch(ComparedCase& compared);

/// What a switch gained is no gain of the algorithm that ran before: `improved` becomes `pass`, and the new one's own
/// nights begin. A loss stays a loss. Nothing happens without a switch.
void call_gain_a_switch(ComparedCase& compared);

/// All measured cases that switched tonight, once for the night.
[[nodiscard]] std::optional<Reason> switches_of(const NightView& night);

}  // namespace roofgate
