// The files of a judged night beside its record: tables for people and machines, and what pipelines show.
#pragma once

#include <filesystem>

#include "bench/gate/verdict.hpp"
#include "bench/record/record.hpp"
#include "bench/roofline/roofline.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// roofline.md, roofline.csv, roofline.json, gate.md (fits a pull-request comment), gate.csv, gate.json, junit.xml,
/// annotations.txt (GitHub workflow commands).
[[nodiscard]] Result<void> write_night_files(const std::filesystem::path& folder, const Record& record,
                                             const Roofline& roofline, const GateResult& result);

}  // namespace roofgate
