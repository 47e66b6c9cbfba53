// roofgate: judges and tells. Reads the command line, runs one subcommand, and alone turns its outcome into an exit
// status.
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>

#include "bench/command_line/descriptor_stream.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/program.hpp"

int main(int argc, char** argv) {
  using roofgate::ExitStatus;
#ifdef __GLIBC__
  // Files of a hundred megabytes are read and reduced in steps: memory that was freed is kept for the next step instead
  // of being cleared by the kernel again, a tenth of the time of a large gate.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 1 << 26);
#endif
  ExitStatus status = ExitStatus::wrong_result;
  roofgate::DescriptorStream out{STDOUT_FILENO};
  // A reader that closes the pipe (`| head`) must not change the status: writing fails with EPIPE instead.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const roofgate::TerminalStyle style = roofgate::style_of(STDOUT_FILENO);
    roofgate::Console console{out, std::cerr, style.colour, style.width, roofgate::style_of(STDERR_FILENO).width};
    status = roofgate::run_program(argc, argv, console);
  } catch (const std::exception& bug) {
    std::cerr << "roofgate: internal error: " << bug.what() << '\n';
  }
  const int error_number = out.finish();
  if (error_number != 0 && error_number != EPIPE) {
    std::cerr << "roofgate: standard output: " << std::strerror(error_number) << '\n';
    status = ExitStatus::wrong_result;
  }
  return static_cast<int>(status);
}
