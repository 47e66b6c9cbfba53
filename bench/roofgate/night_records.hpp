// Run records of many nights, from files and folders, each reduced to its night as it is read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/case_history.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct NightRecord {
  BaselineName belongs_to;
  MeasuredNight measured;
};

struct NightRecords {
  std::vector<NightRecord> nights;
  std::vector<std::string> warnings;  ///< records found in folders that could not be read: "FILE: why"
};

/// Files must be records. Of folders every JSON file at any depth that says it is one; none in a named folder is an
/// error, because a slip of the pen must not look like an empty history.
[[nodiscard]] Result<NightRecords> read_night_records(const std::vector<std::string>& places);

}  // namespace roofgate
