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
  unclear,    ///< one rank in most repeats, but in no more processes than chance would give it
  harmless,   ///< one rank in more processes than chance gives it, by less than kSickSkew
  sick,       ///< the same, by more
};

/// The median rank's time, in which a rank that is always last counts as sick: smaller differences are placement and
/// manufacture. The gate's default tolerance.
inline constexpr double kSickSkew = 1.02;
/// Error rate of "always the same rank", over all worlds and sizes of a report together.
inline constexpr double kSickAlpha = 0.01;

/// A rank that won rounds: among the ranks that are not named already it was last most often there.
struct SlowestRank {
  int rank = -1;               ///< -1: none was last
  std::size_t times_last = 0;  ///< repeats in which it was last among them
  std::size_t rounds_won = 0;  ///< processes in which it was so most often
  double over_median = 1.0;    ///< its time over that of their median rank; the median over all repeats
  double p_value = 1.0;        ///< of one rank winning so many rounds by chance
  double q_value = 1.0;        ///< the same with all worlds of the report accounted for: set by judge_tails
  Tail tail = Tail::wanders;
  std::string place;  ///< "node b, device 3"; empty where the record does not say
};

struct RankSkew {
  double ratio = 1.0;          ///< slowest over median rank in one repeat; the median over repeats
  double worst = 1.0;          ///< the same, 95th percentile of the repeats
  double waiting_ratio = 1.0;  ///< as ratio, but of two ranks over the faster one
  std::size_t repeats = 0;     ///< timed samples of clean rounds
  std::size_t rounds = 0;      ///< processes among them
  int ranks = 0;
  SlowestRank slowest;
  /// Each the slowest among those that are left without the ones before, so that two slow ranks cannot hide each other:
  /// what is not sick is dropped by judge_tails.
  std::vector<SlowestRank> further;
};

/// Of the rounds that the point's time rests on. Absent: no times of several ranks. `tail` is preliminary: judge_tails.
[[nodiscard]] std::optional<RankSkew> rank_skew(const WorldPoint& point);

/// Decides about all of them at once: Benjamini-Hochberg over their p values at kSickAlpha, and where a sick rank was
/// found in the same way over the ranks that are left, until none is found. The unit of the test is the round, a fresh
/// process: samples of one process resemble each other whatever the machine does.
void judge_tails(const std::vector<RankSkew*>& all);

[[nodiscard]] std::string_view name_of(Tail tail);

}  // namespace roofgate
