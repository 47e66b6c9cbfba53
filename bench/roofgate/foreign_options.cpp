#include "bench/roofgate/foreign_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <utility>

#include "bench/record/atomic_file.hpp"

namespace roofgate {

namespace {

std::string known_formats() {
  std::string known;
  for (const Format& format : formats()) {
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", format.name, format.title);
  }
  return known;
}

}  // namespace

void ForeignOptions::add_to(CLI::App& command, FormatHelp help) {
  command
      .add_option(
          "--format", format_,
          "What files of other tools are; by default their content tells. " +
              (help == FormatHelp::full ? "Known: " + known_formats() + "." : "Names: `roofgate import --help`."))
      ->type_name("NAME")
      ->capture_default_str();
  add_mapping_to(command);
  if (help == FormatHelp::full) return;
  command
      .add_option("--place", place_,
                  "Takes only other tools' runs of this host or device, a name or quoted glob as the messages show it: "
                  "'n1', 'device 0'. Default: all.")
      ->type_name("NAME");
}

void ForeignOptions::add_any_place_to(CLI::App& command) {
  command.add_flag("--any-place", any_place_,
                   "Takes other tools' runs of all hosts and devices of one kind for one series, as of a job that runs "
                   "wherever there is room. Default: each place has a past of its own.");
}

void ForeignOptions::add_mapping_to(CLI::App& command) {
  command
      .add_option("--mapping", mapping_,
                  "What the columns of a plain CSV mean: a file of lines 'key = value' (docs/import_benchmarks.md). "
                  "Default: none.")
      ->type_name("FILE");
}

Result<ImportOptions> ForeignOptions::read() const {
  ImportOptions options{format_, {}, place_, any_place_ ? PlaceRule::together : PlaceRule::apart};
  if (mapping_.empty()) return options;
  constexpr std::uintmax_t kMostMappingBytes = std::uintmax_t{1} << 20;
  auto mapping = read_file(mapping_, kMostMappingBytes);
  if (!mapping) return fail(mapping.error());
  options.mapping = std::move(*mapping);
  return options;
}

}  // namespace roofgate
