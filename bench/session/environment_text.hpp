// An environment to measure in, as people write it: "OMP_NUM_THREADS=1", "LD_LIBRARY_PATH=/opt/onednn/lib", "taskset -c
// 0", "docker run --rm image", "@/opt/next/bin/roofgate-bench", or several of them in this order. Not a shell: nothing
// is expanded.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/session/bench_program.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct EnvironmentText {
  std::vector<std::pair<std::string, std::string>> variables;  ///< NAME=VALUE words at the beginning
  std::vector<std::string> command;                            ///< what starts the measuring program
  std::string program;                                         ///< of a last word "@PROGRAM", without the '@'
};

/// Words are separated by blanks; '…', "…" and \ keep blanks as in a shell. Empty text is the environment as it is.
/// `usage` errors: an open quote, a name that is no variable's, a word after @PROGRAM.
[[nodiscard]] Result<EnvironmentText> parse_environment_text(std::string_view text);

/// `setup` in that environment. The command's first word is looked for in `search_path` unless it holds a '/'. Without
/// a command the program must be there to execute; behind one it may be another machine's or a container's.
[[nodiscard]] Result<BenchSetup> in_environment(BenchSetup setup, const EnvironmentText& environment,
                                                const std::string& search_path);

/// The text in one form, and the values of variables that `may_keep` does not allow replaced by "…": it goes into
/// records and reports. Words NAME=VALUE of the command are treated alike.
[[nodiscard]] std::string to_label(const EnvironmentText& environment,
                                   const std::function<bool(std::string_view)>& may_keep);

}  // namespace roofgate
