// The stand-in runtime's streams, events and graphs.
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"
#include "tests/cpu_cuda/standin/stream.hpp"

using namespace roofgate::standin;

/// What a record leaves: each record makes a new one, so that an old one that ends late writes nowhere.
struct CUevent_st {
  struct Moment {
    std::atomic<bool> passed{false};
    std::atomic<double> time_s{0.0};
  };
  std::shared_ptr<Moment> moment;
  CUstream_st* stream = nullptr;
  std::uint64_t number = 0;
};

namespace {

cudaError_t lost(const CUstream_st& stream) {
  return static_cast<cudaError_t>(stream.device().sticky());  // 0 is success
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned /*flags*/) {
  *stream = nullptr;
  if (const cudaError_t code = begin_call("cudaStreamCreateWithFlags"); code != cudaSuccess) return code;
  *stream = new CUstream_st{*device_in_use()};
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (const cudaError_t code = begin_call("cudaStreamSynchronize"); code != cudaSuccess) return code;
  if (stream->capturing != nullptr) return end_call(cudaErrorStreamCaptureUnsupported);
  stream->wait_for_all();
  return end_call(lost(*stream));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned /*flags*/) {
  *event = nullptr;
  if (const cudaError_t code = begin_call("cudaEventCreateWithFlags"); code != cudaSuccess) return code;
  *event = new CUevent_st;
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (const cudaError_t code = begin_call("cudaEventRecord"); code != cudaSuccess) return code;
  auto moment = std::make_shared<CUevent_st::Moment>();
  event->moment = moment;
  event->stream = stream;
  Operation record;
  record.run = [](Execution&) { return 0.0; };
  record.ended = [moment](double time_s) {
    moment->time_s = std::round(time_s / scenario().event_step_s) * scenario().event_step_s;
    moment->passed.store(true, std::memory_order_release);
  };
  event->number = stream->push(std::move(record));
  return cudaSuccess;
}

/// As the real one: an event that was never recorded holds nothing up.
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned /*flags*/) {
  if (const cudaError_t code = begin_call("cudaStreamWaitEvent"); code != cudaSuccess) return code;
  if (event->moment == nullptr) return cudaSuccess;
  Operation wait;
  wait.run = [moment = event->moment, other = event->stream, number = event->number](Execution& execution) {
    if (!moment->passed) other->demand(number);
    while (!moment->passed) std::this_thread::sleep_for(std::chrono::microseconds{20});
    execution.not_before_s = moment->time_s;
    return 0.0;
  };
  stream->push(std::move(wait));
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (event->moment == nullptr) {
    report_misuse("cudaEventQuery of an event that was never recorded");
    return cudaSuccess;  // as the real one
  }
  if (const cudaError_t code = begin_call("cudaEventQuery"); code != cudaSuccess) return code;
  event->stream->demand(event->number);
  if (!event->stream->is_done(event->number)) return cudaErrorNotReady;
  if (const cudaError_t code = end_call(lost(*event->stream)); code != cudaSuccess) return code;
  host_clock().reach(event->moment->time_s);
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* elapsed_ms, cudaEvent_t start, cudaEvent_t stop) {
  if (const cudaError_t code = begin_call("cudaEventElapsedTime"); code != cudaSuccess) return code;
  if (start->moment == nullptr || stop->moment == nullptr) {
    report_misuse("cudaEventElapsedTime of an event that was never recorded");
    return end_call(cudaErrorInvalidResourceHandle);
  }
  if (!start->moment->passed || !stop->moment->passed) {
    report_misuse("cudaEventElapsedTime before the event was reached");
    return cudaErrorNotReady;
  }
  *elapsed_ms = static_cast<float>((stop->moment->time_s - start->moment->time_s) * 1e3);
  if (const auto fault = count_call("timer")) *elapsed_ms = static_cast<float>(fault->value);
  return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode /*mode*/) {
  if (const cudaError_t code = begin_call("cudaStreamBeginCapture"); code != cudaSuccess) return code;
  stream->capturing = new CUgraph_st;
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = std::exchange(stream->capturing, nullptr);
  return begin_call("cudaStreamEndCapture");
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long /*flags*/) {
  *executable = nullptr;
  if (const cudaError_t code = begin_call("cudaGraphInstantiate"); code != cudaSuccess) return code;
  *executable = new CUgraphExec_st{graph->operations};
  return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t /*graph*/, cudaStream_t /*stream*/) {
  return begin_call("cudaGraphUpload");
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  if (const cudaError_t code = begin_call("cudaGraphLaunch"); code != cudaSuccess) return code;
  stream->push_all(graph->operations, scenario().launch_latency_s);
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  delete graph;
  return cudaSuccess;
}

}  // extern "C"
