// Holds a stream while the host queues behind it, so that launch latency is hidden from what is timed.
//
// Problem: a launch costs the host some microseconds; a kernel that is shorter ends before the next one arrives, and
// events around both measure the host. Trick: a kernel of one thread goes first and spins on a flag in host memory; the
// host queues events and launches behind it, then sets the flag, and the device runs all of them without a gap. (The
// idea is nvbench's blocking kernel; this is our own.)
//
// How it can deadlock: the device waits for the host's flag; so if the host waits for the device before it has set the
// flag, neither goes on. The host would wait
//  1. when the launch queue is full: RegionTimer bounds what is queued behind a hold (kMaxQueuedLaunches), and a launch
//     that does not fit there is timed exposed;
//  2. in a call that synchronises (allocating, freeing, copying pageable memory): workloads make none in `launch`;
//  3. when a kernel is loaded at its first launch, which may synchronise (lazy loading is the default since CUDA 12.2):
//     a workload is launched once without a hold before its first timing;
//  4. when every launch synchronises: CUDA_LAUNCH_BLOCKING=1 is refused at start, and under a profiler or a sanitizer
//     launches are timed exposed.
// Should one of these hold all the same, the kernel ends itself after kHoldTimeout and the measurement is an error: the
// program never hangs. Ranks of one collective meet once all have queued and then set their flags: queueing waits for
// no device, neither one's own nor a peer's (NCCL connects at the first launch, which is without a hold).
#pragma once

#include <cstdint>

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

inline constexpr Seconds kHoldTimeout{10.0};

class Blocker {
 public:
  [[nodiscard]] static Result<Blocker> create();

  /// Ends at release() or, whatever path leaves the scope, with this object.
  class Hold {
   public:
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    Hold(Hold&& other) noexcept;
    Hold& operator=(Hold&&) = delete;
    ~Hold();
    void release();
    /// Whether the device gave up waiting. Valid once the stream has passed the hold.
    [[nodiscard]] bool timed_out() const;

   private:
    friend class Blocker;
    Hold(Blocker* blocker, std::uint32_t number) : blocker_{blocker}, number_{number} {}
    Blocker* blocker_;
    std::uint32_t number_;
  };

  /// Everything queued on `stream` from here on waits. One hold at a time.
  [[nodiscard]] Result<Hold> hold(CUstream_st* stream);

 private:
  explicit Blocker(PinnedBuffer flags) : flags_{std::move(flags)} {}
  PinnedBuffer flags_;
  std::uint32_t last_hold_ = 0;
};

}  // namespace roofgate
