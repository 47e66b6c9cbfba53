#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "bench/report/render.hpp"

namespace roofgate {
namespace {

bool colour_is_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (no_color == nullptr || *no_color == '\0') && terminal != nullptr && std::string_view{terminal} != "dumb";
}

}  // namespace

TerminalStyle style_of(int descriptor) {
  if (isatty(descriptor) == 0) return {};
  winsize size{};
  const bool is_known = ioctl(descriptor, TIOCGWINSZ, &size) == 0;
  return {colour_is_wanted(), is_known ? size.ws_col : 0};
}

}  // namespace roofgate
