// A CUDA graph made from launches. Includes no CUDA header.
#pragma once

#include <functional>

#include "kernels/base/result.hpp"
#include "kernels/cuda/handle.hpp"
#include "kernels/cuda/stream.hpp"

// The runtime's handle, declared as in driver_types.h.
struct CUgraphExec_st;

namespace roofgate {

void destroy_graph(CUgraphExec_st* graph);

/// Launches recorded once and replayed with one call.
class Graph {
 public:
  /// Records what `queue` puts on `stream` (nothing runs), instantiates it and uploads it to the device, so that the
  /// first replay is as fast as the others.
  [[nodiscard]] static Result<Graph> record(CUstream_st* stream, const std::function<Result<void>()>& queue);
  [[nodiscard]] Result<void> launch(CUstream_st* stream) const;

 private:
  explicit Graph(CUgraphExec_st* graph) : handle_{graph} {}
  Handle<CUgraphExec_st*, destroy_graph> handle_;
};

}  // namespace roofgate
