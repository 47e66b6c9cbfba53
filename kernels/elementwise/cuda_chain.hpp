// Makes the cuda workload of a ChainSpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/elementwise/chain_spec.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_chain(const ChainSpec& spec, const CudaContext& context);

}  // namespace roofgate
