#include "kernels/cuda/graph.hpp"

#include <cuda_runtime_api.h>

#include "kernels/cuda/status.hpp"

namespace roofgate {
namespace {

Result<void> outcome(cudaError_t code, const char* call) { return succeeded(CudaStatus{static_cast<int>(code)}, call); }

void destroy_recording(CUgraph_st* graph) { static_cast<void>(cudaGraphDestroy(graph)); }

}  // namespace

void destroy_graph(CUgraphExec_st* graph) { static_cast<void>(cudaGraphExecDestroy(graph)); }

Result<Graph> Graph::record(CUstream_st* stream, const std::function<Result<void>()>& queue) {
  if (auto ok = outcome(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
      !ok) {
    return fail(ok.error());
  }
  const Result<void> queued = queue();
  CUgraph_st* raw = nullptr;
  // The capture must end even if queueing failed, or the stream is lost.
  const Result<void> ended = outcome(cudaStreamEndCapture(stream, &raw), "cudaStreamEndCapture");
  const Handle<CUgraph_st*, destroy_recording> recording{raw};
  if (!queued) return fail(queued.error());
  if (!ended) return fail(ended.error());
  CUgraphExec_st* graph = nullptr;
  if (auto ok = outcome(cudaGraphInstantiate(&graph, recording.get(), 0), "cudaGraphInstantiate"); !ok) {
    return fail(ok.error());
  }
  Graph made{graph};
  return outcome(cudaGraphUpload(graph, stream), "cudaGraphUpload").map([&] { return std::move(made); });
}

Result<void> Graph::launch(CUstream_st* stream) const {
  return outcome(cudaGraphLaunch(handle_.get(), stream), "cudaGraphLaunch");
}

}  // namespace roofgate
