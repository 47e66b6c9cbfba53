// The whole of roofgate-bench behind main(), callable from a test and from the test build with planted losses.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/roofgate-bench/backend.hpp"
#include "bench/roofgate-bench/case_runner.hpp"
#include "kernels/base/exit_status.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

struct BenchConsole {
  std::ostream& out;  ///< results
  std::ostream& err;  ///< progress and warnings
};

/// What a test build changes. The defaults are the program.
/// What tests change. Only `choose` must be set.
struct BenchExtensions {
  std::function<Result<ChosenBackend>(const std::string& name, const RankPlace& place, World& world)> choose;
  WorkloadWrapper wrap = {};    ///< none: workloads as they are made
  std::string build_type = {};  ///< empty: this_tool()'s
};

/// `arguments` without the program's name. Every rank of `world` calls it together; rank 0 alone prints.
[[nodiscard]] ExitStatus run_bench(const std::vector<std::string>& arguments, World& world, const BenchConsole& console,
                                   const BenchExtensions& extensions);

/// main() of both programs: joins the MPI world if a launcher started one, runs, turns the outcome into a status.
[[nodiscard]] int bench_main(int argc, const char* const* argv, const BenchExtensions& extensions);

}  // namespace roofgate
