// What launchers and log collectors put before each line of a program's output.
#pragma once

#include <string_view>

namespace roofgate {

struct PrefixedLine {
  std::string_view tag;   ///< which process or pod wrote it: "[1,0]<stdout>:", "3:"; empty where nothing says
  std::string_view text;  ///< the line itself, without leading blanks
};

/// Open MPI's --tag-output, srun --label, kubectl --prefix, docker compose, pdsh; times of log collectors, which are no
/// tag, since each line has its own.
[[nodiscard]] PrefixedLine split_prefix(std::string_view line);

}  // namespace roofgate
