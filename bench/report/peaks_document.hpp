// What `roofgate peaks` prints: the data base as a list, one entry with its evidence, findings, and derived roofs.
#pragma once

#include <vector>

#include "bench/record/environment.hpp"
#include "bench/report/document.hpp"
#include "bench/roofline/peaks.hpp"
#include "bench/roofline/peaks_lint.hpp"

namespace roofgate {

[[nodiscard]] Document peaks_list(const PeaksDb& db);

/// Every figure with source and reason, and beneath it the values that were refused and why.
[[nodiscard]] Document peaks_entry(const DevicePeaks& device);

/// Open findings first.
[[nodiscard]] Document peaks_findings(std::vector<LintFinding> findings, std::size_t devices);

/// Which roof each device of a machine gets, and from where. One row for devices that are alike.
[[nodiscard]] Document device_roofs(const std::vector<DeviceInfo>& devices, const PeaksDb& db);

}  // namespace roofgate
