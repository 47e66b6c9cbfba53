// Records with several world sizes, made of round figures so that answers can be worked out by hand.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate::sample {

/// One round per time, each of 4 equal samples of every rank; a 95 % interval comes from the spread of the rounds.
[[nodiscard]] Case world_case(const std::string& kind, const std::string& id, int ranks,
                              const std::vector<double>& times_s);

/// `allreduce/bf16/out_of_place/bytes<N>/ranks<N>`
[[nodiscard]] Case allreduce_world(double bytes, int ranks, const std::vector<double>& times_s);

/// `step/dp/<variant>/<weak|strong>/layers4/ranks<N>`: 1000 tokens of each rank (weak) or of all (strong).
[[nodiscard]] Case step_world(const std::string& variant, int ranks, const std::vector<double>& times_s,
                              const std::string& growth = "weak");

[[nodiscard]] Case with_mark(Case measured, MarkKind kind);
[[nodiscard]] Case with_algorithm(Case measured, const std::string& algorithm);

/// Rank `slow` takes `factor` times as long in every sample; the others differ by less than a thousandth.
[[nodiscard]] Case with_slow_rank(Case measured, int slow, double factor);

/// Every rank on its own device; ranks fill nodes "a", "b", … in turn. All rounds of the case sit in that world.
void place_ranks(Record& record, const std::string& case_id, int ranks_per_node);

[[nodiscard]] Record gpu_record(std::vector<Case> cases);
[[nodiscard]] Record cpu_record(std::vector<Case> cases);

}  // namespace roofgate::sample
