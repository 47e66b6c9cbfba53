#include "bench/measure/wall_clock.hpp"

#include <chrono>

namespace roofgate {

Seconds SteadyClock::now() {
  return Seconds{std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count()};
}

}  // namespace roofgate
