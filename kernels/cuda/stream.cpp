#include "kernels/cuda/stream.hpp"

#include <cuda_runtime_api.h>

#include "kernels/cuda/status.hpp"

namespace roofgate {
namespace {

Result<void> outcome(cudaError_t code, const char* call) { return succeeded(CudaStatus{static_cast<int>(code)}, call); }

}  // namespace

// A destructor cannot report: a failure here is sticky and the next call says it.
void destroy_stream(CUstream_st* stream) { static_cast<void>(cudaStreamDestroy(stream)); }
void destroy_event(CUevent_st* event) { static_cast<void>(cudaEventDestroy(event)); }

Result<Stream> Stream::create(int device) {
  if (auto ok = outcome(cudaSetDevice(device), "cudaSetDevice"); !ok) return fail(ok.error());
  CUstream_st* stream = nullptr;
  return outcome(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags").map([&] {
    return Stream{stream};
  });
}

Result<void> synchronize(CUstream_st* stream) {
  return outcome(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

Result<Event> Event::create() {
  CUevent_st* event = nullptr;
  return outcome(cudaEventCreateWithFlags(&event, cudaEventDefault), "cudaEventCreateWithFlags").map([&] {
    return Event{event};
  });
}

Result<void> Event::record(CUstream_st* stream) { return outcome(cudaEventRecord(get(), stream), "cudaEventRecord"); }

Result<bool> Event::has_ended() const {
  const cudaError_t code = cudaEventQuery(get());
  if (code == cudaErrorNotReady) return false;
  return outcome(code, "cudaEventQuery").map([] { return true; });
}

Result<void> order_after(CUstream_st* stream, const Event& event) {
  return outcome(cudaStreamWaitEvent(stream, event.get(), 0), "cudaStreamWaitEvent");
}

Result<Seconds> elapsed(const Event& start, const Event& stop) {
  float elapsed_ms = 0.0F;
  return outcome(cudaEventElapsedTime(&elapsed_ms, start.get(), stop.get()), "cudaEventElapsedTime").map([&] {
    return Seconds{static_cast<double>(elapsed_ms) * 1e-3};
  });
}

}  // namespace roofgate
