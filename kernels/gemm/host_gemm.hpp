// Makes the host workload of a GemmSpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/gemm/gemm_spec.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_gemm(const GemmSpec& spec, const HostContext& context);

}  // namespace roofgate
