// Makes the CUDA data-parallel step: cuBLASLt products, gradients reduced by NCCL. Every rank makes it together.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"
#include "kernels/cuda/context.hpp"
#include "kernels/step/step_spec.hpp"

namespace roofgate {

/// A launch queues one step of this rank. `overlap` reduces each bucket on a second stream as soon as its last gradient
/// is there, and the step ends when both streams have; `serial` reduces on the products' own stream after them.
///
/// The check compares sampled rows of every product with double, and every gradient on every rank with the fp32 sum of
/// the micro batches' and ranks' own. `spec.ranks` must equal `world.size()`. If one rank fails, all do.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_cuda_step(const StepSpec& spec, const CudaContext& context,
                                                               World& world);

}  // namespace roofgate
