// What is said of a comparison as a whole: what stands in the way of trusting it, what differs between the sides and
// what was measured of it, and the recommendation.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/gate/compare.hpp"
#include "bench/gate/night_view.hpp"

namespace roofgate {

struct Finding {
  Reason reason;
  bool blocks = false;  ///< while it holds, no comparison is called safe
};

/// About the records: unfinished ones, emulated devices, planted losses, other devices, sides that are not of one
/// piece, and what an unpaired comparison cannot see.
[[nodiscard]] std::vector<Finding> findings_about(const CompareInputs& inputs, bool is_paired);

/// Hardware keys of all records if they are not one: then nothing is compared, unless the sides are pairs of one
/// machine.
[[nodiscard]] std::vector<std::string> differing_hardware(const CompareInputs& inputs);

/// The differences of the sides' last records, those of the measuring programs included.
[[nodiscard]] std::vector<EnvironmentChange> changes_between(const CompareInputs& inputs);

[[nodiscard]] std::vector<JoinedChange> join(const std::vector<EnvironmentChange>& changes, const NightView& view);

/// "Different between the sides: onednn 2.6.3 -> 3.1.1.", as far as cases of this kind run through it.
[[nodiscard]] std::optional<Reason> environment_reason(const std::vector<EnvironmentChange>& changes,
                                                       std::string_view kind);

/// What every kind of case lost or won together.
[[nodiscard]] std::optional<Reason> shift_of_all_kinds(const NightView& view, bool is_paired);

[[nodiscard]] Recommendation recommend(const GateResult& result, std::span<const Finding> findings, bool is_paired);

}  // namespace roofgate
