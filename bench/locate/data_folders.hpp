// Where roofgate's data lies: baselines, suites, peaks, the policy, and the measuring program. Every place looked at is
// kept, so that `doctor` can say which was taken and why.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.hpp"

namespace roofgate {

/// What the search depends on, apart from the file system.
struct Surroundings {
  std::filesystem::path program_folder;  ///< of the running program
  std::filesystem::path current_folder;
  std::optional<std::string> baselines_variable;  ///< ROOFGATE_BASELINES
  std::optional<std::string> suites_variable;     ///< ROOFGATE_SUITES
  std::optional<std::string> bench_variable;      ///< ROOFGATE_BENCH
};

/// Of this process: /proc/self/exe, the working folder, the environment. An empty variable counts as unset.
[[nodiscard]] Surroundings this_process();

struct Candidate {
  std::filesystem::path path;
  std::string origin;  ///< "--baselines", "ROOFGATE_BASELINES", "./baselines", "installed", "source tree"
  bool exists = false;
};

/// Candidates in the order in which they count. Those that come from an option or a variable are binding: the search
/// ends there, whether they exist or not, because falling back to another place would be silent.
struct Search {
  std::vector<Candidate> candidates;
  std::optional<std::size_t> taken;  ///< index into candidates

  [[nodiscard]] const Candidate* result() const& { return taken ? &candidates[*taken] : nullptr; }
  const Candidate* result() const&& = delete;  // it would outlive its search
};

/// Whether --suite names a file: it has a '/' or ends in .json.
[[nodiscard]] bool is_suite_file(const std::string& name);

/// Every place where baselines are read from; `option` is --baselines, empty if not given.
[[nodiscard]] Search search_baselines(const Surroundings& surroundings, const std::string& option);
/// `name` is a file if it contains '/' or ends in ".json", else NAME.json is looked for.
[[nodiscard]] Search search_suite(const Surroundings& surroundings, const std::string& name);
[[nodiscard]] Search search_suites_folder(const Surroundings& surroundings);
[[nodiscard]] Search search_peaks(const Surroundings& surroundings, const std::string& option);
[[nodiscard]] Search search_policy(const Surroundings& surroundings, const std::string& option);
[[nodiscard]] Search search_plots(const Surroundings& surroundings);  ///< the script that draws pictures
[[nodiscard]] Search search_bench(const Surroundings& surroundings, const std::string& option);

/// The path taken, or an error that lists every place that was looked at: `usage` for what an option or a variable
/// named, `input` for the rest, `unavailable` for a measuring program that is nowhere.
[[nodiscard]] Result<std::filesystem::path> locate_baselines(const Surroundings& surroundings,
                                                             const std::string& option);
[[nodiscard]] Result<std::filesystem::path> locate_suite(const Surroundings& surroundings, const std::string& name);
[[nodiscard]] Result<std::filesystem::path> locate_peaks(const Surroundings& surroundings, const std::string& option);
[[nodiscard]] Result<std::filesystem::path> locate_policy(const Surroundings& surroundings, const std::string& option);
[[nodiscard]] Result<std::filesystem::path> locate_bench(const Surroundings& surroundings, const std::string& option);

/// Where baselines are written: the option, else the variable, else ./baselines. Never the installed folder; it need
/// not exist.
[[nodiscard]] std::filesystem::path baselines_to_write(const Surroundings& surroundings, const std::string& option);

}  // namespace roofgate
