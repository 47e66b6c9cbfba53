#include "kernels/cuda/region_timer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "kernels/cuda/event_resolution.hpp"
#include "kernels/cuda/wait.hpp"

namespace roofgate {
namespace {

Result<void> meet(const Region& region) { return region.rendezvous ? region.rendezvous() : Result<void>{}; }

}  // namespace

std::size_t piece_launches(std::size_t queue_cost) {
  return std::max<std::size_t>(1, kMaxQueuedLaunches / std::max<std::size_t>(1, queue_cost));
}

Result<RegionTimer> RegionTimer::create(CUstream_st* stream) {
  Result<Blocker> blocker = Blocker::create();
  if (!blocker) return fail(blocker.error());
  Result<Event> start = Event::create();
  if (!start) return fail(start.error());
  Result<Event> stop = Event::create();
  if (!stop) return fail(stop.error());
  return RegionTimer{stream, *std::move(blocker), *std::move(start), *std::move(stop)};
}

Result<Seconds> RegionTimer::time(const Region& region) {
  const std::size_t longest = region.expose_launch ? region.launches : piece_launches(region.queue_cost);
  // Ranks of a collective go through their pieces together: one whose own hold or clock failed launches the rest all
  // the same, without a hold, or the others would wait for it.
  Region rest = region;
  Result<Seconds> total = Seconds{};
  for (std::size_t first = 0; first < region.launches; first += longest) {
    const Result<Seconds> piece = time_piece(rest, first, std::min(longest, region.launches - first));
    if (piece) {
      if (total) *total += *piece;
      continue;
    }
    if (total) total = fail(piece.error());
    if (piece.error().ends_process) return total;
    rest.expose_launch = true;
  }
  return total;
}

Result<Seconds> RegionTimer::time_piece(const Region& region, std::size_t first, std::size_t count) {
  std::optional<Blocker::Hold> hold;
  if (!region.expose_launch) {
    Result<Blocker::Hold> held = blocker_.hold(stream_);
    if (!held) return fail(held.error());
    hold.emplace(*std::move(held));
  } else if (auto met = meet(region); !met) {
    return fail(met.error());
  }
  if (auto ok = start_.record(stream_); !ok) return fail(ok.error());
  for (std::size_t i = first; i < first + count; ++i) {
    if (auto ok = region.launch(i); !ok) return fail(ok.error());
  }
  if (auto ok = stop_.record(stream_); !ok) return fail(ok.error());
  if (hold) {
    if (auto met = meet(region); !met) return fail(met.error());
    hold->release();
  }
  if (auto ok = wait_for(stop_, region.poll); !ok) return fail(ok.error());
  if (hold && hold->timed_out()) {
    return fail(ErrorKind::measurement,
                fmt::format("the launches were not queued within {} s: something makes the host wait for the device",
                            kHoldTimeout.value()),
                "blocking kernel", "profilers and sanitizers do this: time with launches exposed");
  }
  Result<Seconds> time = elapsed(start_, stop_);
  if (time && *time < Seconds{}) {
    return fail(ErrorKind::measurement, fmt::format("the event timer went backwards by {} s", -time->value()),
                "events");
  }
  return time;
}

Result<Seconds> RegionTimer::measure_resolution() {
  constexpr std::size_t kEvents = 64;
  std::vector<Event> events;
  for (std::size_t i = 0; i < kEvents; ++i) {
    Result<Event> event = Event::create();
    if (!event) return fail(event.error());
    if (auto ok = event->record(stream_); !ok) return fail(ok.error());
    events.push_back(*std::move(event));
  }
  if (auto ok = synchronize(stream_); !ok) return fail(ok.error());
  std::vector<Seconds> times;
  for (std::size_t i = 0; i < kEvents; ++i) {
    for (std::size_t j = i + 1; j < kEvents; ++j) {
      Result<Seconds> time = elapsed(events[i], events[j]);
      if (!time) return time;
      times.push_back(*time);
    }
  }
  return event_resolution(times);
}

}  // namespace roofgate
