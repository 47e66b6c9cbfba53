// Which rank holds the others up, and whether it is always the same one. Never an average over ranks: a mean hides the
// one that counts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/scaling/series.hpp"

namespace roofgate {

/// What the slowest rank means.
enum class Tail {
  pair,       ///< of two ranks one is always the slower: no median to compare with
  wanders,    ///< another rank each time: noise
  undecided,  ///< one rank, but within too few processes to tell the machine from the process
  harmless,   ///< always the same rank, by less than kSickSkew
  sick,       ///< always the same rank, by more
};

/// The median rank's time, in which a rank that is always last counts as sick: smaller differences are placement and
/// manufacture. The gate's default tolerance.
inline constexpr double kSickSkew = 1.02;
/// Error rate of "always the same rank", over all worlds and sizes of a report together.
inline constexpr double kSickAlpha = 0.01;

struct RankSkew {
  double ratio = 1.0;          ///< slowest over median rank in one repeat; the median over repeats
  double worst = 1.0;          ///< the same, 95th percentile of the repeats
  std::size_t repeats = 0;     ///< timed samples of clean rounds
  std::size_t rounds = 0;      ///< processes among them
  int slowest = -1;            ///< rank that was last most often; -1: none was
  std::size_t times_last = 0;  ///< repeats in which it was last
  double slowest_ratio = 1.0;  ///< its time over the median rank's; the median over all repeats
  double p_value = 1.0;        ///< of one rank being last in so many rounds by chance
  double q_value = 1.0;        ///< the same with all worlds of the report accounted for: set by judge_tails
  Tail tail = Tail::wanders;
  std::string place;  ///< of the slowest rank: "node b, device 3"; empty where the record does not say
};

/// Of the rounds that the point's time rests on. Absent: no times of several ranks. `tail` is preliminary: judge_tails.
[[nodiscard]] std::optional<RankSkew> rank_skew(const WorldPoint& point);

/// Decides about all of them at once: Benjamini-Hochberg over their p values at kSickAlpha. The unit of the test is the
/// round, a fresh process: samples of one process resemble each other whatever the machine does.
void judge_tails(const std::vector<RankSkew*>& all);

[[nodiscard]] std::string_view name_of(Tail tail);

}  // namespace roofgate
