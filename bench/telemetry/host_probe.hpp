// Where this process runs: name, kernel, distribution, container, hypervisor, launcher.
#pragma once

#include "bench/record/environment.hpp"
#include "bench/telemetry/machine_files.hpp"
#include "bench/telemetry/variables.hpp"

namespace roofgate {

[[nodiscard]] HostInfo probe_host(const MachineFiles& files, const Variables& variables, bool ask_processor);

}  // namespace roofgate
