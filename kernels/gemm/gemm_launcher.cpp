#include "kernels/gemm/gemm_launcher.hpp"

#include "kernels/cuda/status.hpp"
#include "kernels/gemm/bias_gelu_launch.hpp"

namespace roofgate {

Result<GemmLauncher> GemmLauncher::create(const GemmSpec& spec, const CudaContext& context, const GemmSets& sets) {
  Result<Matmul> timed = Matmul::create(sets.problem(spec.epilogue == Epilogue::bias_gelu_fused));
  if (!timed) return fail(timed.error());
  Result<Matmul> plain = Matmul::create(sets.problem(false));
  if (!plain) return fail(plain.error());
  return DeviceBuffer::allocate(matmul_workspace_bytes(context.compute_capability)).map([&](DeviceBuffer workspace) {
    return GemmLauncher{spec, context, sets, *std::move(timed), *std::move(plain), std::move(workspace)};
  });
}

Result<void> GemmLauncher::launch(const MatmulCandidate& candidate, std::size_t set) const {
  Result<void> queued = launch_library(candidate, set);
  if (!queued || spec_.epilogue != Epilogue::bias_gelu_separate) return queued;
  return launch_epilogue(set);
}

Result<void> GemmLauncher::launch_library(const MatmulCandidate& candidate, std::size_t set) const {
  return timed_.launch(candidate, sets_->operands(set), workspace_.data(), context_.stream);
}

Result<void> GemmLauncher::launch_epilogue(std::size_t set) const {
  const MatmulOperands operands = sets_->operands(set);
  const BiasGeluArguments arguments{reinterpret_cast<Bf16*>(operands.d), reinterpret_cast<const Bf16*>(operands.bias),
                                    spec_.m, spec_.n, spec_.ldd()};
  return succeeded(launch_bias_gelu(arguments, context_.multiprocessors, context_.stream), "launch of bias and GELU");
}

Result<void> GemmLauncher::launch_plain(std::size_t set) const {
  const Result<std::vector<MatmulCandidate>> candidates = plain_.candidates(1);
  if (!candidates) return fail(candidates.error());
  return plain_.launch(candidates->front(), sets_->operands(set), workspace_.data(), context_.stream);
}

}  // namespace roofgate
