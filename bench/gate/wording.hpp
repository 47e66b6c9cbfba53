// Figures inside the gate's sentences: changes as losses of throughput, since that is what a tolerance is about.
#pragma once

#include <string>
#include <string_view>

namespace roofgate {

/// Relative loss of throughput of a log time ratio: 0.0202… -> 0.02. A gain is negative.
[[nodiscard]] double loss_of(double log_ratio);

/// The log time ratio at which throughput is lost by `loss` (under 1).
[[nodiscard]] double log_ratio_of(double loss);

/// "3.1 %" of 0.031; two figures below 1 %.
[[nodiscard]] std::string percent(double share);

/// "-3.1 %" of a log time ratio: the change of throughput, signed.
[[nodiscard]] std::string signed_change(double log_ratio);

/// "1 round", "3 rounds".
[[nodiscard]] std::string counted(int count, const std::string& noun);

/// "Every kind of case is 3.1 % slower tonight: …." of the log time ratio that all kinds share; `cause` is what that
/// may come from.
[[nodiscard]] std::string common_shift_sentence(double log_ratio, std::string_view when, std::string_view cause);

}  // namespace roofgate
