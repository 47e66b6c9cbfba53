// Why a case changed, from evidence in the record and what is remembered. Each rule says its sentence only where its
// evidence carries it; thin evidence gives none.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/gate/night_view.hpp"

namespace roofgate {

using SoftwareChanges = std::map<std::string, std::pair<std::string, std::string>>;

/// Everything that explains the change of `subject`, which is a confirmed loss or gain; the most telling first.
[[nodiscard]] std::vector<Reason> reasons_for(const ComparedCase& subject, const NightView& night,
                                              const SoftwareChanges& software);

/// A ratio gets worse too where its sibling alone gained: nothing got slower then. Such a loss is shown as drift, with
/// the reason, and fails nothing.
void excuse_sibling_gain(ComparedCase& ratio, const NightView& night);

/// One size that gains tilts the line through all of them, and a term of it gets worse though no size does: drift, with
/// the reason. A term that gets better because a size lost is no gain.
void excuse_tilt(ComparedCase& fit, const NightView& night);

// The rules, one per question.
[[nodiscard]] std::optional<Reason> algorithm_changed(const ComparedCase& subject);
[[nodiscard]] std::optional<Reason> clock_fell(const ComparedCase& subject);
[[nodiscard]] std::optional<Reason> power_fell(const ComparedCase& subject);
[[nodiscard]] std::optional<Reason> clock_was_limited(const ComparedCase& subject);
[[nodiscard]] std::optional<Reason> machine_slower(const ComparedCase& subject, const NightView& night);
[[nodiscard]] std::optional<Reason> only_unaligned(const ComparedCase& subject, const NightView& night);
[[nodiscard]] std::optional<Reason> best_unchanged(const ComparedCase& subject, const NightView& night);
[[nodiscard]] std::optional<Reason> only_some_message_sizes(const ComparedCase& subject, const NightView& night);
[[nodiscard]] std::optional<Reason> one_rank(const ComparedCase& subject);
[[nodiscard]] std::optional<Reason> sides_of_ratio(const ComparedCase& ratio, const NightView& night);
[[nodiscard]] std::optional<Reason> transport_changed(const ComparedCase& subject);
[[nodiscard]] std::optional<Reason> software_changed(const ComparedCase& subject, const SoftwareChanges& software);

}  // namespace roofgate
