#include <CLI/CLI.hpp>

#include "bench/roofgate/command.hpp"

namespace roofgate {

std::vector<std::unique_ptr<Command>> make_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  return commands;
}

}  // namespace roofgate
