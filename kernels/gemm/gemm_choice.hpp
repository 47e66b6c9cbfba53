// Which of the library's candidates a case times. Internal to the CUDA side.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "kernels/base/result.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/cuda/cublaslt.hpp"
#include "kernels/gemm/gemm_launcher.hpp"
#include "kernels/gemm/gemm_sets.hpp"
#include "kernels/gemm/gemm_spec.hpp"

namespace roofgate {

struct ChosenCandidate {
  MatmulCandidate candidate;
  std::map<std::string, std::string> notes;  ///< beside the candidate's own description
};

/// `first` (and `sole`): what the heuristic proposes first, as a framework gets it. `best`: the fastest of up to
/// kMostCandidates, each verified and then timed on this device over all sets; candidates that cannot be launched or
/// compute something wrong are left out, and counted in the notes. Fixed from then on.
[[nodiscard]] Result<ChosenCandidate> choose_candidate(const GemmSpec& spec, const CudaContext& context,
                                                       const GemmSets& sets, const GemmLauncher& launcher);

inline constexpr int kMostCandidates = 16;

}  // namespace roofgate
