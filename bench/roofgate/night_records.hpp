// Runs of many nights, from files, folders and globs, each reduced to its night as it is read.
#pragma once

#include <string>
#include <vector>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/case_history.hpp"
#include "bench/readers/import.hpp"
#include "bench/record/run_place.hpp"
#include "bench/roofgate/command.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct NightRecord {
  BaselineName belongs_to;
  MeasuredNight measured;
  RunPlace place;
};

struct NightRecords {
  std::vector<NightRecord> nights;
  std::size_t lost = 0;  ///< files that are called like nights or copies of them, and are none
};

/// Files must hold runs, our own or another tool's. Of folders every record and every file that a reader knows, at any
/// depth; those that cannot be read are warnings on console.err, and so is what is called like a night and is none.
/// None in a named folder is an error, because a slip of the pen must not look like an empty history. The same run
/// twice counts once.
[[nodiscard]] Result<NightRecords> read_night_records(const std::vector<std::string>& places, Console& console,
                                                      const ImportOptions& options);

}  // namespace roofgate
