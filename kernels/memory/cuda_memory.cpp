// Which of the two CUDA memory workloads a spec asks for: a kernel on one device, or a copy over a link.
#include "kernels/memory/cuda_memory.hpp"

#include "kernels/memory/cuda_memory_kernel.hpp"
#include "kernels/memory/cuda_transfer.hpp"

namespace roofgate {

Result<std::unique_ptr<Workload>> make_cuda_memory(const MemorySpec& spec, const CudaContext& context) {
  if (auto ok = spec.validate(); !ok) return fail(ok.error());
  return is_transfer(spec.op) ? make_cuda_transfer(spec, context) : make_cuda_memory_kernel(spec, context);
}

}  // namespace roofgate
