#include "bench/gate/wording.hpp"

#include <fmt/format.h>

#include <cmath>

namespace roofgate {

double loss_of(double log_ratio) { return -std::expm1(-log_ratio); }

double log_ratio_of(double loss) { return -std::log1p(-loss); }

std::string percent(double share) {
  const double value = 100.0 * share;
  if (!std::isfinite(value)) return "-";
  return std::abs(value) < 0.995 ? fmt::format("{:.2f} %", value) : fmt::format("{:.1f} %", value);
}

std::string signed_change(double log_ratio) {
  const double change = -loss_of(log_ratio);
  if (!std::isfinite(change)) return "-";
  return (change < 0.0 ? "-" : "+") + percent(std::abs(change));
}

std::string counted(int count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string common_shift_sentence(double log_ratio, std::string_view when, std::string_view cause) {
  const bool is_slower = log_ratio > 0.0;
  return fmt::format("Every kind of case is {} {} {}: {}.",
                     percent(is_slower ? loss_of(log_ratio) : std::expm1(-log_ratio)), is_slower ? "slower" : "faster",
                     when, cause);
}

}  // namespace roofgate
