// A stream, and the events that time and order it. Includes no CUDA header.
#pragma once

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/cuda/handle.hpp"

// The runtime's handles, declared as in driver_types.h.
struct CUstream_st;
struct CUevent_st;

namespace roofgate {

void destroy_stream(CUstream_st* stream);
void destroy_event(CUevent_st* event);

/// Does not synchronise with the default stream.
class Stream {
 public:
  /// On `device`, which becomes the calling thread's current device.
  [[nodiscard]] static Result<Stream> create(int device);
  [[nodiscard]] CUstream_st* get() const { return handle_.get(); }

 private:
  explicit Stream(CUstream_st* stream) : handle_{stream} {}
  Handle<CUstream_st*, destroy_stream> handle_;
};

/// Waits for all work of the stream and reports a failure of any of it.
[[nodiscard]] Result<void> synchronize(CUstream_st* stream);

/// A point of a stream with its time on the device.
class Event {
 public:
  [[nodiscard]] static Result<Event> create();
  [[nodiscard]] Result<void> record(CUstream_st* stream);
  /// True once everything before the record has ended; an error if any of it failed.
  [[nodiscard]] Result<bool> has_ended() const;
  [[nodiscard]] CUevent_st* get() const { return handle_.get(); }

 private:
  explicit Event(CUevent_st* event) : handle_{event} {}
  Handle<CUevent_st*, destroy_event> handle_;
};

/// What is queued on `stream` from now on waits until what was before the event's record has ended.
[[nodiscard]] Result<void> order_after(CUstream_st* stream, const Event& event);

/// Device time from `start` to `stop`, both ended. Negative if the device's timer went backwards.
[[nodiscard]] Result<Seconds> elapsed(const Event& start, const Event& stop);

}  // namespace roofgate
