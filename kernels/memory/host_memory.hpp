// Makes the host workload of a MemorySpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/host/context.hpp"
#include "kernels/memory/memory_spec.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_memory(const MemorySpec& spec, const HostContext& context);

}  // namespace roofgate
