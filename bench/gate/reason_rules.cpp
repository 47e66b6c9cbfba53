#include "bench/gate/reason_rules.hpp"

namespace roofgate {

std::vector<Reason> reasons_for(const ComparedCase& subject, const NightView& night, const SoftwareChanges& software) {
  std::vector<Reason> reasons;
  const auto add = [&](std::optional<Reason> reason) {
    if (reason) reasons.push_back(std::move(*reason));
  };
  if (!subject.rests_on.empty()) {  // the clock and the machine have cancelled
    add(sides_of_ratio(subject, night));
    add(algorithm_changed(subject));
    add(software_changed(subject, software));
    return reasons;
  }
  add(algorithm_changed(subject));
  if (subject.evidence.change > 0.0) {
    add(transport_changed(subject));
    add(machine_slower(subject, night));
    add(clock_fell(subject));
    add(power_fell(subject));
    add(clock_was_limited(subject));
    add(only_unaligned(subject, night));
    add(best_unchanged(subject, night));
    add(only_some_message_sizes(subject, night));
    add(one_rank(subject));
  }
  add(software_changed(subject, software));
  return reasons;
}

}  // namespace roofgate
