#include <CLI/CLI.hpp>

#include "bench/roofgate/baseline_command.hpp"
#include "bench/roofgate/command.hpp"
#include "bench/roofgate/compare_command.hpp"
#include "bench/roofgate/doctor_command.hpp"
#include "bench/roofgate/drill_command.hpp"
#include "bench/roofgate/explain_command.hpp"
#include "bench/roofgate/export_command.hpp"
#include "bench/roofgate/gate_command.hpp"
#include "bench/roofgate/help_markdown_command.hpp"
#include "bench/roofgate/history_command.hpp"
#include "bench/roofgate/import_command.hpp"
#include "bench/roofgate/nightly_command.hpp"
#include "bench/roofgate/peaks_command.hpp"
#include "bench/roofgate/roofline_command.hpp"
#include "bench/roofgate/run_command.hpp"
#include "bench/roofgate/scaling_command.hpp"

namespace roofgate {

std::vector<std::unique_ptr<Command>> make_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<RunCommand>());
  commands.push_back(std::make_unique<NightlyCommand>());
  commands.push_back(std::make_unique<RooflineCommand>());
  commands.push_back(std::make_unique<ScalingCommand>());
  commands.push_back(std::make_unique<GateCommand>());
  commands.push_back(std::make_unique<ExplainCommand>());
  commands.push_back(std::make_unique<CompareCommand>());
  commands.push_back(std::make_unique<DrillCommand>());
  commands.push_back(std::make_unique<BaselineCommand>());
  commands.push_back(std::make_unique<HistoryCommand>());
  commands.push_back(std::make_unique<ImportCommand>());
  commands.push_back(std::make_unique<ExportCommand>());
  commands.push_back(std::make_unique<DoctorCommand>());
  commands.push_back(std::make_unique<PeaksCommand>());
  commands.push_back(std::make_unique<HelpMarkdownCommand>());
  return commands;
}

}  // namespace roofgate
