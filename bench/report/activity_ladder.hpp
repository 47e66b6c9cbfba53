// How busy the device was while a case was measured, from "a kernel was resident" down to "the tensor pipe worked":
// each rung says less than it seems to, and the first that does not follow from the one above names what is wrong.
#pragma once

#include <optional>
#include <string>

#include "bench/record/record.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

/// Medians over the case's rounds of what telemetry saw.
struct ActivityLadder {
  Activity activity;  ///< `source` empty: nothing was read
  std::optional<Watts> power, power_limit;
  std::optional<Ratio> sampling_cost;  ///< of the window
};

[[nodiscard]] ActivityLadder activity_ladder(const Case& measured);

/// The first rung that disagrees with those above it, in words; empty if none does.
[[nodiscard]] std::string disagreement(const ActivityLadder& ladder, Subject subject);

/// Heading, table and sentences. Nothing for a case that no accelerator's telemetry watched.
void append_activity(Document& document, const Case& measured);

}  // namespace roofgate
