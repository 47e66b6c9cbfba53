#include "bench/locate/data_folders.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "bench/locate/build_tree.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string{value};
}

/// What a candidate has to be.
enum class Wanted { folder, file };

/// Collects candidates in order; the first that is binding or exists is taken.
class Seeker {
 public:
  Seeker(const Surroundings& surroundings, Wanted wanted) : surroundings_{surroundings}, wanted_{wanted} {}

  Seeker& named(const std::optional<std::string>& value, const char* origin) {
    if (value && !value->empty()) add(surroundings_.current_folder / *value, origin, true);
    return *this;
  }
  Seeker& at(const fs::path& path, const char* origin) {
    add(path, origin, false);
    return *this;
  }
  Seeker& installed(const fs::path& below_data) {
    return at((surroundings_.program_folder / ROOFGATE_DATA_FROM_BIN / below_data).lexically_normal(), "installed");
  }
  Seeker& source_tree(const fs::path& below_source) {
    if (const auto source = source_tree_of(surroundings_.program_folder)) at(*source / below_source, "source tree");
    return *this;
  }
  [[nodiscard]] Search done() const { return search_; }

 private:
  void add(const fs::path& path, const char* origin, bool is_binding) {
    std::error_code ignored;
    const bool exists = wanted_ == Wanted::folder ? fs::is_directory(path, ignored) : fs::exists(path, ignored);
    if (!search_.taken && (exists || is_binding)) search_.taken = search_.candidates.size();
    search_.candidates.push_back({path, origin, exists});
  }

  const Surroundings& surroundings_;
  Wanted wanted_;
  Search search_;
};

std::optional<std::string> given(const std::string& option) {
  return option.empty() ? std::nullopt : std::optional{option};
}

Result<fs::path> taken_of(const Search& search, const std::string& thing, const std::string& hint,
                          ErrorKind if_nowhere = ErrorKind::input) {
  const Candidate* taken = search.result();
  if (taken != nullptr && taken->exists) return taken->path;
  if (taken != nullptr) {
    return fail(ErrorKind::usage, fmt::format("there is no such {} (from {})", thing, taken->origin),
                taken->path.string(), hint);
  }
  std::string places;
  for (const Candidate& candidate : search.candidates) {
    places += fmt::format("{}{} ({})", places.empty() ? "" : ", ", candidate.path.string(), candidate.origin);
  }
  return fail(if_nowhere, fmt::format("no {} found; looked at {}", thing, places), {}, hint);
}

}  // namespace

Surroundings this_process() {
  std::error_code ignored;
  Surroundings found;
  found.program_folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  found.current_folder = fs::current_path(ignored);
  found.baselines_variable = variable("ROOFGATE_BASELINES");
  found.suites_variable = variable("ROOFGATE_SUITES");
  found.bench_variable = variable("ROOFGATE_BENCH");
  return found;
}

Search search_baselines(const Surroundings& surroundings, const std::string& option) {
  return Seeker{surroundings, Wanted::folder}
      .named(given(option), "--baselines")
      .named(surroundings.baselines_variable, "ROOFGATE_BASELINES")
      .at(surroundings.current_folder / "baselines", "./baselines")
      .installed("baselines")
      .source_tree("baselines")
      .done();
}

Search search_suites_folder(const Surroundings& surroundings) {
  return Seeker{surroundings, Wanted::folder}
      .named(surroundings.suites_variable, "ROOFGATE_SUITES")
      .source_tree("bench/suite/suites")
      .installed("suites")
      .done();
}

bool is_suite_file(const std::string& name) {
  return name.find('/') != std::string::npos || (name.size() > 5 && name.compare(name.size() - 5, 5, ".json") == 0);
}

Search search_suite(const Surroundings& surroundings, const std::string& name) {
  Seeker seeker{surroundings, Wanted::file};
  if (is_suite_file(name)) return seeker.named(given(name), "--suite").done();
  const fs::path file = name + ".json";
  const auto& variable = surroundings.suites_variable;
  if (variable) seeker.at(surroundings.current_folder / *variable / file, "ROOFGATE_SUITES");
  return seeker.source_tree("bench/suite/suites" / file).installed("suites" / file).done();
}

Search search_peaks(const Surroundings& surroundings, const std::string& option) {
  return Seeker{surroundings, Wanted::folder}
      .named(given(option), "--peaks")
      .source_tree("baselines/peaks")
      .installed("baselines/peaks")
      .done();
}

Search search_plots(const Surroundings& surroundings) {
  return Seeker{surroundings, Wanted::file}.source_tree("scripts/plot.py").installed("plot.py").done();
}

Search search_policy(const Surroundings& surroundings, const std::string& option) {
  return Seeker{surroundings, Wanted::file}
      .named(given(option), "--policy")
      .at(surroundings.current_folder / "ci/policy.json", "./ci/policy.json")
      .installed("policy.json")
      .source_tree("ci/policy.json")
      .done();
}

Search search_bench(const Surroundings& surroundings, const std::string& option) {
  return Seeker{surroundings, Wanted::file}
      .named(given(option), "--bench")
      .named(surroundings.bench_variable, "ROOFGATE_BENCH")
      .at(surroundings.program_folder / "roofgate-bench", "beside roofgate")
      .at((surroundings.program_folder / "../roofgate-bench/roofgate-bench").lexically_normal(), "build tree")
      .done();
}

Result<fs::path> locate_baselines(const Surroundings& surroundings, const std::string& option) {
  return taken_of(search_baselines(surroundings, option), "folder of baselines",
                  "`roofgate nightly` makes baselines for this machine; --baselines DIR names another folder");
}

Result<fs::path> locate_suite(const Surroundings& surroundings, const std::string& name) {
  return taken_of(search_suite(surroundings, name), fmt::format("suite '{}'", name),
                  "the suites are smoke, quick, nightly and full; --suite also takes a file");
}

Result<fs::path> locate_peaks(const Surroundings& surroundings, const std::string& option) {
  return taken_of(search_peaks(surroundings, option), "folder of peaks", "--peaks DIR names it");
}

Result<fs::path> locate_policy(const Surroundings& surroundings, const std::string& option) {
  return taken_of(search_policy(surroundings, option), "policy file", "--policy FILE names it");
}

Result<fs::path> locate_bench(const Surroundings& surroundings, const std::string& option) {
  return taken_of(search_bench(surroundings, option), "measuring program",
                  "install roofgate-bench beside roofgate, or name it with --bench or ROOFGATE_BENCH",
                  ErrorKind::unavailable);
}

fs::path baselines_to_write(const Surroundings& surroundings, const std::string& option) {
  if (!option.empty()) return surroundings.current_folder / option;
  if (surroundings.baselines_variable) return surroundings.current_folder / *surroundings.baselines_variable;
  return surroundings.current_folder / "baselines";
}

}  // namespace roofgate
