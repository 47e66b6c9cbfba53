#include "bench/roofgate/baselines_option.hpp"

#include <CLI/CLI.hpp>

#include "bench/locate/data_folders.hpp"

namespace roofgate {

void add_baselines_option(CLI::App& command, std::string& folder) {
  command
      .add_option("--baselines", folder,
                  "Folder of the baselines. Default: ROOFGATE_BASELINES, else ./baselines, else the installed ones.")
      ->type_name("DIR");
}

Result<std::filesystem::path> baselines_to_read(const std::string& option) {
  return locate_baselines(this_process(), option);
}

}  // namespace roofgate
