// The cases as Google Benchmark benchmarks: registered at run time, each one iteration with manual time inside which
// our own loop measures.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <vector>

#include "bench/roofgate-bench/case_runner.hpp"
#include "bench/roofgate-bench/record_session.hpp"
#include "kernels/base/exit_status.hpp"

namespace roofgate {

struct RunSummary {
  std::size_t measured = 0;  ///< with samples
  std::size_t skipped = 0;
  std::size_t failed = 0;  ///< ended with an error, or left out because the process must end
  std::size_t wrong = 0;   ///< with a wrong result
};

/// Wrong results first, then failures and nothing measured, else pass.
[[nodiscard]] ExitStatus status_of(const RunSummary& summary);

/// Measures `cases` in their order. `session` is where rounds go; null on ranks other than 0 and without --record. A
/// record that cannot be written ends the run with that error: measuring on would be lost.
[[nodiscard]] Result<RunSummary> run_benchmarks(const std::vector<PlannedCase>& cases, const BenchOptions& options,
                                                CaseRunner& runner, World& world, RecordSession* session,
                                                std::ostream& out, std::ostream& err);

}  // namespace roofgate
