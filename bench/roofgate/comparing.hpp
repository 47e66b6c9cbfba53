// Records read, checked for plausibility and compared; the files of the outcome.
#pragma once

#include <string>
#include <vector>

#include "bench/gate/compare.hpp"
#include "bench/readers/import.hpp"
#include "bench/roofgate/command.hpp"
#include "kernels/base/result.hpp"

namespace CLI {
class App;
}

namespace roofgate {

/// Where a comparison is told, and how much of it: the options of `compare` and `run --ab`.
struct TellingOptions {
  bool all = false;
  std::string markdown, junit, json;

  void add_to(CLI::App& command);
};

/// Each side: files, folders or globs of records, or of what `roofgate import` reads. `policy` is --policy.
[[nodiscard]] Result<CompareResult> compare_files(const std::vector<std::string>& before,
                                                  const std::vector<std::string>& after, const std::string& policy,
                                                  Console& console, const ImportOptions& options = {});

/// On the console and into the files that were asked for.
[[nodiscard]] Result<void> tell(const CompareResult& result, const TellingOptions& options, Console& console);

}  // namespace roofgate
