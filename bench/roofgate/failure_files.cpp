#include "bench/roofgate/failure_files.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "bench/command_line/output_files.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/report/failure_report.hpp"
#include "bench/report/render.hpp"

namespace roofgate {
namespace {

/// What the option's file holds; empty for one that is no report.
std::string text_for(const CLI::Option& option, const Error& error, const std::string& command) {
  if (option.check_name("--json")) return failure_json(error, command);
  if (option.check_name("--junit")) return failure_junit(error, command);
  if (option.check_name("--markdown")) return render_markdown(failure_document(error));
  return option.check_name("--csv") ? failure_csv(error) : std::string{};
}

}  // namespace

Result<void> write_failure_files(const CLI::App& command, const Error& error) {
  Result<void> all;
  for (const CLI::Option* option : command.get_options()) {
    if (!is_output(*option)) continue;
    const std::string text = text_for(*option, error, command.get_name());
    for (const std::string& file : option->results()) {
      if (text.empty() || file.empty() || file == error.where) continue;
      if (auto written = replace_file(file, text); !written && all) all = written;
    }
  }
  return all;
}

}  // namespace roofgate
