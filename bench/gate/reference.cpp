#include "bench/gate/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/gate/calendar_day.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

Reference refuse(std::string rule, std::string sentence) {
  Reference reference;
  reference.refusal = {std::move(rule), std::move(sentence), {}};
  return reference;
}

/// "n1, n2 and 3 more"
std::string named(const std::vector<std::string>& places) {
  constexpr std::size_t kMostShown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(places.size(), kMostShown); ++i) text += (i == 0 ? "" : ", ") + places[i];
  return places.size() > kMostShown ? fmt::format("{} and {} more", text, places.size() - kMostShown) : text;
}

/// " The suite has one of h100-x8: that is other hardware."
std::string other_hardware(const ComparedPlace& place) {
  if (place.other_hardware.empty()) return {};
  return fmt::format(" The suite has one of {}: the hardware is another.", named(place.other_hardware));
}

bool is_real(const NightOfCase& night) { return !night.night->made_minutes_apart; }

}  // namespace

Reference choose_reference(const GateInputs& inputs) {
  const Record& record = inputs.record;
  const std::string key = hardware_key(record.environment);
  const ComparedPlace& place = inputs.place;
  const bool has_none = inputs.baseline == nullptr || inputs.baseline->nights.empty();
  if (has_none && place.nights_elsewhere > 0) {
    return refuse("no_night_of_place",
                  fmt::format("The baseline has no night of {}, only {} of {}: `roofgate baseline promote` makes an "
                              "accepted night its first; --any-place takes like machines for one.",
                              place.name.empty() ? "a place without a name" : place.name,
                              counted(static_cast<int>(place.nights_elsewhere), "night"), named(place.others)));
  }
  if (has_none) {
    return refuse("no_baseline", fmt::format("There is no baseline for suite '{}' on {}: `roofgate baseline promote` "
                                             "makes an accepted night the first of one.{}",
                                             record.suite, key, other_hardware(place)));
  }
  const Baseline& baseline = *inputs.baseline;
  if (baseline.hardware_key != key) {
    return refuse("other_hardware", fmt::format("The baseline belongs to {}, the record to {}: they are not compared.",
                                                baseline.hardware_key, key));
  }
  if (baseline.suite != record.suite) {
    return refuse("other_suite", fmt::format("The baseline belongs to suite '{}', the record to '{}': they are not "
                                             "compared.",
                                             baseline.suite, record.suite));
  }
  Reference reference;
  for (const Night& night : baseline.nights) {
    if (night.record_id != record.id && night.date < record.started_at) reference.nights.push_back(&night);
  }
  if (reference.is_empty()) {
    return refuse("no_earlier_night", "The baseline holds no night before this one.");
  }
  const auto today = parse_day(inputs.today);
  const auto last = parse_day(reference.nights.back()->date);
  const auto limit = inputs.policy.max_baseline_age_days;
  if (!today || !last) return refuse("unreadable_date", "The age of the baseline cannot be told from its dates.");
  const auto age = static_cast<int>((*today - *last).count());
  if (age > limit) {
    Reference old = refuse("baseline_too_old",
                           fmt::format("The last night of the baseline is {} old, the policy allows {}: measure and "
                                       "promote new nights.",
                                       counted(age, "day"), limit));
    old.refusal.evidence = {{"age_days", age}, {"limit_days", limit}};
    return old;
  }
  return reference;
}

std::vector<NightOfCase> usable_nights(std::vector<NightOfCase> series) {
  const auto real = static_cast<std::size_t>(std::count_if(series.begin(), series.end(), is_real));
  if (real >= kAnchorNights) std::erase_if(series, [](const NightOfCase& night) { return !is_real(night); });
  return series;
}

std::vector<NightOfCase> window_of(std::vector<NightOfCase> usable, std::size_t window) {
  if (usable.size() > window) usable.erase(usable.begin(), usable.end() - static_cast<std::ptrdiff_t>(window));
  return usable;
}

std::vector<NightOfCase> anchor_of(std::vector<NightOfCase> usable) {
  if (usable.size() < 2 * kAnchorNights) return {};
  usable.resize(kAnchorNights);
  return usable;
}

}  // namespace roofgate
