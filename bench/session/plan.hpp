// What a run measures: its cases, grouped into the processes that measure them, and what of it is still missing.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/session/bench_program.hpp"

namespace roofgate {

/// Cases that one process, or one world of processes, measures in each round.
struct Group {
  int ranks = 1;
  bool collective = false;
  std::vector<ListedCase> cases;
};

/// The single-process cases, then for each world size its collectives; groups without cases are left out.
/// `listings[i]` is list_cases for `world_sizes[i]`, `single` that for 1.
[[nodiscard]] std::vector<Group> make_plan(const std::vector<ListedCase>& single, const std::vector<int>& world_sizes,
                                           const std::vector<std::vector<ListedCase>>& listings);

/// Keeps the cases named in `ids` only.
[[nodiscard]] std::vector<Group> restricted_to(std::vector<Group> plan, const std::vector<std::string>& ids);

/// The cases of `group` that have neither samples nor a mark in `round`.
[[nodiscard]] std::vector<ListedCase> missing_in(const Record& record, const Group& group, int round);

}  // namespace roofgate
