// Student's t with whole degrees of freedom in closed form: judging asks for it a million times.
#pragma once

namespace roofgate {

/// Density at x of T on `degrees_of_freedom` (at least 1); from 200 on it is the normal distribution.
[[nodiscard]] double t_density(double x, int degrees_of_freedom);

/// P(T > x) for T on `degrees_of_freedom` (at least 1): Abramowitz & Stegun, "Handbook of Mathematical Functions"
/// (1964), 26.7.3 and 26.7.4; far out, where these cancel, by the incomplete beta function. From 200 on it is
/// the normal distribution.
[[nodiscard]] double t_upper_tail(double x, int degrees_of_freedom);

}  // namespace roofgate
