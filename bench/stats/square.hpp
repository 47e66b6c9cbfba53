#pragma once

namespace roofgate {

[[nodiscard]] constexpr double square(double x) { return x * x; }

}  // namespace roofgate
