// Runs one product as its spec says: the product with the epilogue in the same call, alone, or followed by a launch of
// its own. Internal to the CUDA side.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/cuda/cublaslt.hpp"
#include "kernels/gemm/gemm_sets.hpp"
#include "kernels/gemm/gemm_spec.hpp"

namespace roofgate {

class GemmLauncher {
 public:
  /// `sets` outlives the launcher.
  [[nodiscard]] static Result<GemmLauncher> create(const GemmSpec& spec, const CudaContext& context,
                                                   const GemmSets& sets);

  /// The heuristic's proposals for what is timed, its best guess first.
  [[nodiscard]] Result<std::vector<MatmulCandidate>> candidates(int most) const { return timed_.candidates(most); }

  /// One iteration of the case.
  [[nodiscard]] Result<void> launch(const MatmulCandidate& candidate, std::size_t set) const;
  /// The library's call of the case, without a launch that follows it.
  [[nodiscard]] Result<void> launch_library(const MatmulCandidate& candidate, std::size_t set) const;
  /// The separate epilogue.
  [[nodiscard]] Result<void> launch_epilogue(std::size_t set) const;
  /// D = op(A) op(B) without any epilogue, by the heuristic's first choice.
  [[nodiscard]] Result<void> launch_plain(std::size_t set) const;

 private:
  GemmLauncher(const GemmSpec& spec, const CudaContext& context, const GemmSets& sets, Matmul timed, Matmul plain,
               DeviceBuffer workspace)
      : spec_{spec},
        context_{context},
        sets_{&sets},
        timed_{std::move(timed)},
        plain_{std::move(plain)},
        workspace_{std::move(workspace)} {}

  GemmSpec spec_;
  CudaContext context_;
  const GemmSets* sets_;
  Matmul timed_;
  Matmul plain_;
  DeviceBuffer workspace_;
};

}  // namespace roofgate
