#include "bench/session/process.hpp"

#include <fmt/format.h>

#include <cstring>

namespace roofgate {

std::string to_string(const ProcessEnd& end) {
  if (end.was_stopped && !end.signal) return "was stopped";
  if (end.was_silent) return "printed nothing for too long and was ended";
  if (end.signal) return fmt::format("was ended by signal {} ({})", *end.signal, strsignal(*end.signal));
  return fmt::format("exited with status {}", end.exit_code.value_or(-1));
}

}  // namespace roofgate
