// Makes the host workload of a ChainSpec.
#pragma once

#include <memory>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/elementwise/chain_spec.hpp"
#include "kernels/host/context.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_chain(const ChainSpec& spec, const HostContext& context);

}  // namespace roofgate
