#include "bench/record/record.hpp"

#include <algorithm>

namespace roofgate {

std::string_view name_of(MarkKind kind) {
  constexpr std::array<std::string_view, 7> kNames{"throttled", "contended", "unstable",      "wrong_result",
                                                   "skipped",   "error",     "oversubscribed"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(StopReason reason) {
  constexpr std::array<std::string_view, 4> kNames{"converged", "time_limit", "sample_limit", "not_run"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::string_view name_of(Subject subject) {
  constexpr std::array<std::string_view, 4> kNames{"flops", "bytes", "link_bytes", "latency"};
  return kNames[static_cast<std::size_t>(subject)];
}

double metric_value(const Case& measured, double time_s) {
  return measured.better == Better::lower ? time_s : 1.0 / time_s;
}

std::string_view name_of(MetricUnit unit) {
  constexpr std::array<std::string_view, 3> kNames{"s", "1", "s/B"};
  return kNames[static_cast<std::size_t>(unit)];
}

bool is_clean(const Case& measured) {
  const auto unmarked = [](const Round& round) { return round.marks.empty(); };
  const auto sampled = [](const Round& round) { return !round.time_s.empty(); };
  return std::all_of(measured.rounds.begin(), measured.rounds.end(), unmarked) &&
         std::any_of(measured.rounds.begin(), measured.rounds.end(), sampled);
}

}  // namespace roofgate
