#include "bench/roofgate/baseline_show_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <ostream>
#include <vector>

#include "bench/baseline/baseline_json.hpp"
#include "bench/baseline/baseline_store.hpp"
#include "bench/report/baseline_document.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/baselines_option.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// "h200-x8/quick" for <folder>/h200-x8/quick.json
std::string name_of(const fs::path& file) { return (file.parent_path().filename() / file.stem()).string(); }

/// The baseline that `name` means: a file, "<hardware key>/<suite>", or nothing where there is only one.
Result<fs::path> choose(const std::string& name, const std::string& option) {
  std::error_code ignored;
  if (name.ends_with(".json") && fs::is_regular_file(name, ignored)) return fs::path{name};
  const auto folder = baselines_to_read(option);
  if (!folder) return fail(folder.error());
  const auto files = list_baseline_files(*folder);
  if (!files) return fail(files.error());
  std::vector<std::string> names;
  for (const fs::path& file : *files) names.push_back(name_of(file));
  if (name.empty() && files->size() == 1) return files->front();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return (*files)[static_cast<std::size_t>(found - names.begin())];
  if (files->empty()) {
    return fail(ErrorKind::usage, "there are no baselines", folder->string(),
                "`roofgate nightly` makes the first, or `roofgate baseline promote RECORD`");
  }
  return fail(ErrorKind::usage,
              name.empty() ? std::string{"which baseline?"} : fmt::format("there is no baseline '{}'", name),
              folder->string(), hint_of_names(name, names));
}

}  // namespace

CLI::App* BaselineShowCommand::add_to(CLI::App& program) {
  CLI::App* command = program.add_subcommand("show", "The nights of one baseline, or one case's history.");
  command->add_option("BASELINE", name_,
                      "HARDWARE/SUITE as `baseline list` prints them, or a file. Default: the only one there is.");
  command->add_option("--case", case_, "Shows this case's time in every night. Default: the nights.")->type_name("ID");
  add_baselines_option(*command, baselines_);
  return command;
}

Result<ExitStatus> BaselineShowCommand::run(Console& console) {
  const auto file = choose(name_, baselines_);
  if (!file) return fail(file.error());
  const auto baseline = read_baseline(*file);
  if (!baseline) return fail(baseline.error());
  Document document;
  if (case_.empty()) {
    document = baseline_document(*baseline);
  } else {
    const auto ids = cases_of(*baseline);
    if (std::find(ids.begin(), ids.end(), case_) == ids.end()) {
      const auto near = nearest_name(case_, ids);
      return fail(ErrorKind::usage, fmt::format("there is no case '{}'", case_), file->string(),
                  near ? fmt::format("did you mean '{}'?", *near) : std::string{"`roofgate gate` lists the cases"});
    }
    document = baseline_case_document(*baseline, case_);
  }
  console.out << render_terminal(document, {console.colour, console.width});
  return ExitStatus::pass;
}

}  // namespace roofgate
