#include "bench/readers/stray_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

struct Sign {
  std::string_view sign;
  std::string_view said;
};

constexpr std::array kDeaths{
    Sign{"Segmentation fault", "Segmentation fault"},
    Sign{"(core dumped)", "it dumped core"},
    Sign{"Bus error", "Bus error"},
    Sign{"terminate called after throwing", "an uncaught exception"},
    Sign{"Traceback (most recent call last)", "an uncaught exception of Python"},
    Sign{"exited on signal", "a process exited on a signal"},
    Sign{"CANCELLED AT", "cancelled by Slurm"},
    Sign{"oom-kill event", "killed for want of memory"},
    Sign{"oom_kill event", "killed for want of memory"},
    Sign{"MPI_ABORT was invoked", "MPI_ABORT"},
    Sign{"Fail: Unexpected error", "an unexpected error, as nvbench says"},
};
// Alone on their line, as a shell prints them.
constexpr std::array kLastWords{"Killed", "Terminated", "Aborted", "Hangup"};

// How each tool's output begins, or the heading of its results.
constexpr std::array kBeginnings{
    Sign{"nccl-tests version", "nccl-tests"},
    Sign{"Collective test starting:", "nccl-tests"},
    Sign{"nThread ", "nccl-tests"},
    Sign{"nvbandwidth Version:", "nvbandwidth"},
    Sign{"\"nvbandwidth\"", "nvbandwidth"},
    Sign{"name,iterations,real_time,cpu_time", "google-benchmark"},
    Sign{"{\"context\"", "google-benchmark"},
    Sign{"\"context\": {", "google-benchmark"},
    Sign{"\"benchmarks\": [", "google-benchmark or nvbench"},
    Sign{"{\"benchmarks\"", "google-benchmark or nvbench"},
    Sign{"{\"meta\"", "nvbench"},
    Sign{"{\"nvbandwidth\"", "nvbandwidth"},
    Sign{"Benchmark,Device,", "nvbench"},
    Sign{"window.BENCHMARK_DATA", "github-action-benchmark"},
    Sign{"{\"node\"", "superbench"},
};
constexpr std::array kHeadings{
    Sign{"TFLOPS @ ", "mamf-finder"},
    Sign{"shapes => the best outcomes were", "mamf-finder"},
};

bool is_google_header(std::string_view text) {
  if (!text.starts_with("Benchmark ")) return false;
  const auto words = fields_of(text);
  return words.size() >= 4 && words[1] == "Time" && words[2] == "CPU" && words[3] == "Iterations";
}

}  // namespace

std::string_view death_in(std::string_view text) {
  for (const Sign& death : kDeaths) {
    if (text.find(death.sign) != std::string_view::npos) return death.said;
  }
  const std::string_view word = trimmed(text);
  const auto* last = std::find(kLastWords.begin(), kLastWords.end(), word);
  return last == kLastWords.end() ? std::string_view{} : *last;
}

std::string_view tool_in(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of("# \t")));
  for (const Sign& beginning : kBeginnings) {
    if (text.starts_with(beginning.sign)) return beginning.said;
  }
  if (is_google_header(text)) return "google-benchmark";
  for (const Sign& heading : kHeadings) {
    if (text.find(heading.sign) != std::string_view::npos) return heading.said;
  }
  return {};
}

void StrayLines::take(std::string_view text, std::size_t number, Remarks& remarks) {
  if (death_.empty()) death_ = death_in(text);
  const std::string_view tool = tool_in(text);
  if (tool.empty() || tool == own_) return;
  remarks.refuse(fmt::format("another tool's results begin here ({}): not read; split the file, or say with --format "
                             "which of them counts",
                             tool),
                 fmt::format("line {}", number));
}

}  // namespace roofgate
