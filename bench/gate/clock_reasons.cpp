// Did the device just run slower? A compute-bound loss splits into the clock's part and the rest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/screening.hpp"
#include "bench/gate/wording.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kLeastFall = 0.01;  // below this, clocks and power differ between healthy nights
constexpr double kOwnShare = 0.5;    // of the loss that the fall must explain to be its reason

std::optional<double> median_before(const ComparedCase& subject, std::optional<double> CaseNight::*field) {
  std::vector<double> known;
  for (const NightOfCase& night : subject.window) {
    if (const auto& value = night.measured->*field) known.push_back(*value);
  }
  return known.empty() ? std::nullopt : std::optional<double>{median(known)};
}

/// Arithmetic and launches take a fixed number of cycles; memory and links have clocks of their own.
bool scales_with_clock(const ComparedCase& subject) {
  const Subject what = subject.measured->work.subject;
  return what == Subject::flops || what == Subject::latency;
}

/// The log ratio of the fall if it is large enough, in itself and for the loss.
std::optional<double> telling_fall(std::optional<double> before, std::optional<double> now, double loss) {
  if (!before || !now || *before <= 0.0 || *now <= 0.0) return std::nullopt;
  const double fall = std::log(*before / *now);
  if (fall < kLeastFall || fall < kOwnShare * loss) return std::nullopt;
  return fall;
}

}  // namespace

std::optional<Reason> clock_fell(const ComparedCase& subject) {
  const auto before = median_before(subject, &CaseNight::clock_hz);
  const auto now = clock_of(*subject.measured);
  const double loss = subject.evidence.change;
  const auto fall = telling_fall(before, now, loss);
  if (!fall || !scales_with_clock(subject)) return std::nullopt;
  const double rest = loss - *fall;
  return Reason{"clock_fell",
                fmt::format("The clock fell by {} ({:.0f} to {:.0f} MHz); at equal clock the change is {}.",
                            percent(-std::expm1(-*fall)), *before / 1e6, *now / 1e6, signed_change(rest)),
                {{"clock_before_hz", *before},
                 {"clock_now_hz", *now},
                 {"clock_log_ratio", *fall},
                 {"log_ratio_at_equal_clock", rest}}};
}

std::optional<Reason> power_fell(const ComparedCase& subject) {
  const auto before = median_before(subject, &CaseNight::power_w);
  const auto now = power_of(*subject.measured);
  const auto fall = telling_fall(before, now, subject.evidence.change);
  if (!fall) return std::nullopt;
  return Reason{
      "power_fell",
      fmt::format("The power drawn fell by {} ({:.0f} to {:.0f} W).", percent(-std::expm1(-*fall)), *before, *now),
      {{"power_before_w", *before}, {"power_now_w", *now}, {"power_log_ratio", *fall}}};
}

std::optional<Reason> clock_was_limited(const ComparedCase& subject) {
  std::set<std::string> limits;
  std::size_t limited_rounds = 0;
  std::size_t rounds = 0;
  for (const Round& round : subject.measured->rounds) {
    if (!is_clean_round(round)) continue;
    ++rounds;
    bool is_limited = false;
    for (const std::string& reason : round.telemetry.clock_event_reasons) {
      if (reason == "gpu_idle" || reason == "none") continue;
      limits.insert(reason);
      is_limited = true;
    }
    limited_rounds += is_limited ? 1 : 0;
  }
  // A limit that also held in earlier nights explains nothing new; without their clocks it cannot be told.
  if (limits.empty() || 2 * limited_rounds < rounds || !clock_fell(subject)) return std::nullopt;
  std::string names;
  for (const std::string& limit : limits) names += (names.empty() ? "" : ", ") + limit;
  return Reason{"clock_was_limited",
                fmt::format("The device held its clock down in {} of {}: {}.", limited_rounds,
                            counted(static_cast<int>(rounds), "round"), names),
                {{"limited_rounds", static_cast<double>(limited_rounds)}, {"rounds", static_cast<double>(rounds)}}};
}

}  // namespace roofgate
