// What the measuring loop needs from a backend: how long a batch of launches took. Host and CUDA implement it.
#pragma once

#include <cstddef>
#include <string_view>

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"

namespace roofgate {

struct Batch {
  std::size_t first_launch = 0;  ///< index of the first launch: set = index % set_count
  std::size_t iterations = 1;
};

class Platform {
 public:
  Platform() = default;
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;
  virtual ~Platform() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;  ///< "host" or "cuda"
  /// Smallest step the timer can show, measured at start.
  [[nodiscard]] virtual Seconds timer_resolution() const = 0;
  [[nodiscard]] virtual Bytes last_level_cache() const = 0;
  /// Once for each workload, before its first time(): what its first launch does beside its work is done then. A
  /// world's ranks call it together, as it may launch.
  [[nodiscard]] virtual Result<void> prepare(Workload& /*workload*/) { return {}; }
  /// Time of the whole batch, from the first launch's start to the last one's end. Launch latency is hidden where the
  /// platform can (blocking kernel) unless `expose_launch`.
  [[nodiscard]] virtual Result<Seconds> time(Workload& workload, Batch batch, bool expose_launch) = 0;
  /// Waits for all work and reports a failure of any of it.
  [[nodiscard]] virtual Result<void> synchronize() = 0;
};

}  // namespace roofgate
