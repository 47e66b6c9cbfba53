// What stands where a command wants a record: roofgate's own, a foreign file, or a folder or glob of nightly ones.
#pragma once

#include <string>
#include <vector>

#include "bench/readers/import.hpp"
#include "bench/record/record.hpp"
#include "bench/roofgate/command.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// One record. Of a foreign file: says on console.err what it was taken for and what of it was refused.
[[nodiscard]] Result<Record> load_record(const std::string& file, Console& console);

struct Runs {
  Record judged;                ///< the latest
  std::vector<Record> earlier;  ///< of the same hardware and suite, the earliest first; empty for a single record
};

/// A file is one run, as load_record has it. A folder, a glob or several files are a history: its latest run is judged
/// against the earlier ones.
[[nodiscard]] Result<Runs> load_runs(const std::vector<std::string>& arguments, Console& console);

/// "night.log: nccl-tests: …: 38 of 40 rows read, 2 refused", then each remark; for console.err.
[[nodiscard]] std::string import_note(const ImportedFile& file);

}  // namespace roofgate
