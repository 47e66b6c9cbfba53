// Whether a night finds room: folders that can be written, memory, disk.
#pragma once

#include <filesystem>
#include <vector>

#include "bench/doctor/finding.hpp"
#include "bench/telemetry/machine_files.hpp"

namespace roofgate {

/// `folder` need not exist: then its nearest parent counts. Nothing is left in it.
[[nodiscard]] std::vector<Finding> folder_findings(const std::filesystem::path& folder);

[[nodiscard]] std::vector<Finding> memory_findings(const MachineFiles& files);

}  // namespace roofgate
