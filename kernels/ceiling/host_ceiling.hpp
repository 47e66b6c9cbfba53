// Makes the host workload of a CeilingSpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/ceiling/ceiling_spec.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_ceiling(const CeilingSpec& spec, const HostContext& context);

}  // namespace roofgate
