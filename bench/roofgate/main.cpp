// roofgate: judges and tells. Reads the command line, runs one subcommand, and alone turns its outcome into an exit
// status.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/program.hpp"

int main(int argc, char** argv) {
  using roofgate::ExitStatus;
  try {
    const bool colour = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    roofgate::Console console{std::cout, std::cerr, colour};
    return static_cast<int>(roofgate::run_program(argc, argv, console));
  } catch (const std::exception& bug) {
    std::cerr << "roofgate: internal error: " << bug.what() << '\n';
    return static_cast<int>(ExitStatus::wrong_result);
  }
}
