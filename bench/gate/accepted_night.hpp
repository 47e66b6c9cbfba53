// A night that is judged though it is in the baseline already: what a person accepted by name fails it no more.
#pragma once

#include "bench/gate/judge.hpp"

namespace roofgate {

/// Says that the night was accepted, when, by whom and why, and turns the verdicts whose change was accepted by name
/// into ones that fail nothing. Everything else is as judged. Nothing happens if the baseline does not hold the record.
void excuse_accepted(GateResult& result, const GateInputs& inputs);

}  // namespace roofgate
