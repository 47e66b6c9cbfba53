// A case's nights by what the library chose: nights of another algorithm are another series, and a switch from one to
// the other is a finding of its own, beside the comparison that says what it costs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"

namespace roofgate {

/// So many nights in a row are what a case does, and going back from them is a switch.
inline constexpr std::size_t kEstablishedNights = 3;
/// So many changes within the window, without kEstablishedNights at its end, are a choice that alternates: of
/// candidates that are equally good now one is found, now another.
inline constexpr std::size_t kAlternations = 2;

struct AlgorithmReference {
  std::vector<NightOfCase> nights;  ///< compared with: all of one choice, or the choice is not known; not empty
  std::size_t other_nights = 0;     ///< of the window, which ran another algorithm
};

struct AlgorithmSwitch {
  std::string changes;   ///< "algorithm RING -> NVLS, channels 16 -> 24"; of many keys the first few
  std::size_t keys = 0;  ///< that changed
};

/// `window`: the nights of the case, oldest first, not empty. Without a switch tonight: those of tonight's choice. With
/// one: those of the choice before, since a switch that made the case slower is a loss. Where the choice alternates:
/// those of tonight's choice.
[[nodiscard]] AlgorithmReference reference_by_algorithm(const Case& measured, std::vector<NightOfCase> window);

/// From what the last of `nights` that knows it ran to what runs now; none where that is the same or not known.
[[nodiscard]] std::optional<AlgorithmSwitch> switch_of(const Case& measured, const std::vector<NightOfCase>& nights);

}  // namespace roofgate
