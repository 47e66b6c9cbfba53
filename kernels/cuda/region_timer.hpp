// Times launches between two events on a stream. The whole timing discipline of the CUDA backend is in
// region_timer.cpp.
#pragma once

#include <cstddef>
#include <functional>

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/cuda/blocker.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// Launches that are queued behind a hold at most. A stream's queue takes about a thousand before the host blocks
/// (not documented; seen as 1024); a quarter of it leaves room for launches of several parts.
inline constexpr std::size_t kMaxQueuedLaunches = 256;

/// What to time. `launch(i)` starts launch i and returns at once.
struct Region {
  std::size_t launches = 1;
  std::function<Result<void>(std::size_t)> launch;
  std::size_t queue_cost = 1;                  ///< entries of the launch queue that one launch takes
  bool expose_launch = false;                  ///< launch latency is the subject: no hold
  std::function<Result<void>()> rendezvous{};  ///< called before the launches may start, once for each piece
  std::function<Result<void>()> poll{};        ///< asked while waiting; its error ends the wait
};

class RegionTimer {
 public:
  /// For the calling thread's current device.
  [[nodiscard]] static Result<RegionTimer> create(CUstream_st* stream);

  /// Time from the first launch's start to the last one's end. Regions longer than the queue are timed in pieces and
  /// added up. Fails with `measurement` if the timer went backwards or a hold timed out.
  [[nodiscard]] Result<Seconds> time(const Region& region);

  /// Elapsed times between events recorded back to back, for event_resolution().
  [[nodiscard]] Result<Seconds> measure_resolution();

 private:
  RegionTimer(CUstream_st* stream, Blocker blocker, Event start, Event stop)
      : stream_{stream}, blocker_{std::move(blocker)}, start_{std::move(start)}, stop_{std::move(stop)} {}
  [[nodiscard]] Result<Seconds> time_piece(const Region& region, std::size_t first, std::size_t count);

  CUstream_st* stream_;
  Blocker blocker_;
  Event start_;
  Event stop_;
};

/// Launches in one piece: at least one, whatever it costs. Pure.
[[nodiscard]] std::size_t piece_launches(std::size_t queue_cost);

}  // namespace roofgate
