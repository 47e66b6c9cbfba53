// What stands where a command wants a record: roofgate's own, a foreign file, or a folder or glob of nightly ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/gate/night_verdict.hpp"
#include "bench/readers/import.hpp"
#include "bench/record/record.hpp"
#include "bench/roofgate/command.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// One record: of a file that holds several, which one is not for us to say.
[[nodiscard]] Result<Record> load_record(const std::string& file, Console& console, const ImportOptions& options = {});

struct LoadedRecords {
  std::vector<Record> records;
  std::vector<std::string> lost{};  ///< files that hold no run, or whose latest run is lost, each with the reason
};

/// Every record of files, folders and globs, the same content once.
[[nodiscard]] Result<LoadedRecords> load_records(const std::vector<std::string>& arguments, Console& console,
                                                 const ImportOptions& options = {});

struct Runs {
  std::string place;  ///< "n1 (h100-x8/imported-superbench)": where and what
  std::string name;   ///< the same, and of several runs of its night when: "n1 (…), run of 2026-11-28T02:00:00Z"
  Record judged;
  /// Of the same machine and suite, the earliest first: of nights before. Empty for a single record, never null.
  std::shared_ptr<const std::vector<Record>> earlier;
};

/// The latest night: a verdict over it is one over all of them. With none but lost places there is no night to judge.
struct JudgedRuns {
  std::vector<Runs> runs;             ///< one for each machine, device, suite and run of its night; at least one
  std::vector<std::string> absent{};  ///< that were measured beside them before and are not in this night
  bool has_several_runs = false;      ///< of one place
  std::vector<LostPlace> lost{};      ///< whose file of this night holds no run
};

/// A file, a folder, a glob or several files are a history: the runs of its latest night are judged, each against its
/// machine's earlier ones. A file of that night that holds no run is a lost place beside the others; an error where
/// nothing else is of that night: an earlier night's verdict must not stand for it.
[[nodiscard]] Result<JudgedRuns> load_runs(const std::vector<std::string>& arguments, Console& console,
                                           const ImportOptions& options = {});

/// Leaves the runs of the place that --place names; empty leaves all. None left is an error that names what there is.
[[nodiscard]] Result<void> keep_place(std::vector<Record>& records, const std::string& place, const std::string& where);

/// Of a file of roofgate's own `taken_for` is empty.
[[nodiscard]] Result<ImportedFile> read_run_file(const std::string& file, const ImportOptions& options);

/// Whether it stands for several files: a folder, or a pattern that is no file itself.
[[nodiscard]] bool is_folder_or_glob(const std::string& argument);

}  // namespace roofgate
