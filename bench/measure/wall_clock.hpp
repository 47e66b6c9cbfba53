// Time as budgets see it: how long warm-up and sampling have lasted. Never the time that is reported.
#pragma once

#include "kernels/base/quantity.hpp"

namespace roofgate {

class WallClock {
 public:
  WallClock() = default;
  WallClock(const WallClock&) = delete;
  WallClock& operator=(const WallClock&) = delete;
  virtual ~WallClock() = default;

  [[nodiscard]] virtual Seconds now() = 0;  ///< since an arbitrary moment; never goes back
};

class SteadyClock final : public WallClock {
 public:
  [[nodiscard]] Seconds now() override;
};

}  // namespace roofgate
