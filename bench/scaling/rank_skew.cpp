#include "bench/scaling/rank_skew.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "bench/scaling/rank_place.hpp"
#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/multinomial_maximum.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kMostly = 0.5;       // of the repeats: less is wandering whatever the rounds say
constexpr std::size_t kTestable = 3;  // ranks: of two one is always the slower

/// The one largest entry of those; none where several are equal.
std::optional<std::size_t> single_largest(const std::vector<double>& values, const std::vector<std::size_t>& among) {
  std::size_t most = among.front();
  for (const std::size_t i : among) {
    if (values[i] > values[most]) most = i;
  }
  const auto equal =
      std::count_if(among.begin(), among.end(), [&](std::size_t i) { return values[i] == values[most]; });
  return equal == 1 ? std::optional{most} : std::nullopt;
}

double median_of(const std::vector<double>& values, const std::vector<std::size_t>& among) {
  std::vector<double> chosen;
  for (const std::size_t i : among) chosen.push_back(values[i]);
  return median(chosen);
}

/// Times of all ranks in one repeat.
std::vector<double> repeat_of(const Round& round, std::size_t sample) {
  std::vector<double> times;
  times.reserve(round.rank_time_s.size());
  for (const std::vector<double>& rank : round.rank_time_s) times.push_back(rank[sample]);
  return times;
}

/// Who was last among some ranks of a world, repeat by repeat and round by round.
class Tally {
 public:
  Tally(std::size_t ranks, std::vector<std::size_t> among)
      : among_{std::move(among)}, last_(ranks, 0), won_(ranks, 0), relative_(ranks) {}

  void add(const Round& round) {
    std::vector<double> last_here(last_.size(), 0.0);
    for (std::size_t sample = 0; sample < round.time_s.size(); ++sample) {
      const std::vector<double> times = repeat_of(round, sample);
      const double middle = median_of(times, among_);
      for (const std::size_t rank : among_) relative_[rank].push_back(times[rank] / middle);
      const auto slowest = single_largest(times, among_);
      if (!slowest) continue;
      ++last_[*slowest];
      last_here[*slowest] += 1.0;
    }
    if (const auto winner = single_largest(last_here, among_)) ++won_[*winner];
  }

  /// Who won most rounds, and of several the one that was last more often.
  [[nodiscard]] SlowestRank result() const {
    SlowestRank slowest;
    const std::size_t rank = *std::max_element(among_.begin(), among_.end(), [this](std::size_t a, std::size_t b) {
      return std::pair{won_[a], last_[a]} < std::pair{won_[b], last_[b]};
    });
    if (last_[rank] == 0) return slowest;
    slowest.rank = static_cast<int>(rank);
    slowest.times_last = last_[rank];
    slowest.rounds_won = won_[rank];
    slowest.over_median = median(relative_[rank]);
    std::vector<std::size_t> won;
    for (const std::size_t one : among_) won.push_back(won_[one]);
    slowest.p_value = maximum_p_value(won);
    return slowest;
  }

 private:
  std::vector<std::size_t> among_;
  std::vector<std::size_t> last_;  ///< repeats in which each rank was the slowest
  std::vector<std::size_t> won_;   ///< rounds in which it was so most often
  std::vector<std::vector<double>> relative_;
};

/// Whether a rank that won every round would be named, were this the report's only world.
bool could_tell(const RankSkew& skew) {
  std::vector<std::size_t> all_won(static_cast<std::size_t>(skew.ranks), 0);
  all_won.front() = skew.rounds;
  return maximum_p_value(all_won) < kSickAlpha;
}

Tail tail_of(const SlowestRank& slowest, const RankSkew& skew) {
  if (slowest.rank < 0) return Tail::wanders;
  const bool is_slow = slowest.over_median > kSickSkew;
  if (slowest.q_value < kSickAlpha) return is_slow ? Tail::sick : Tail::harmless;
  const bool is_mostly_one = static_cast<double>(slowest.times_last) > kMostly * static_cast<double>(skew.repeats);
  if (!is_mostly_one || !is_slow) return Tail::wanders;
  const bool won_all = slowest.rounds_won == skew.rounds;
  return won_all || !could_tell(skew) ? Tail::undecided : Tail::unclear;
}

/// Sets q value and tail of these slowest ranks, one of each world.
void judge(const std::vector<std::pair<SlowestRank*, const RankSkew*>>& tested) {
  std::vector<double> p_values;
  for (const auto& [slowest, skew] : tested) p_values.push_back(slowest->p_value);
  const std::vector<double> q = q_values(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    tested[i].first->q_value = q[i];
    tested[i].first->tail = tail_of(*tested[i].first, *tested[i].second);
  }
}

}  // namespace

std::optional<RankSkew> rank_skew(const WorldPoint& point) {
  if (!point.timing || point.ranks < 2) return std::nullopt;
  const auto ranks = static_cast<std::size_t>(point.ranks);
  std::vector<const Round*> rounds;
  for (const Round* round : point.timing->rounds) {
    if (round->rank_time_s.size() == ranks) rounds.push_back(round);
  }
  if (rounds.empty()) return std::nullopt;
  RankSkew skew;
  skew.ranks = point.ranks;
  skew.rounds = rounds.size();
  std::vector<double> ratios, waiting;
  for (const Round* round : rounds) {
    for (std::size_t sample = 0; sample < round->time_s.size(); ++sample) {
      const std::vector<double> times = repeat_of(*round, sample);
      const auto [fastest, slowest] = std::minmax_element(times.begin(), times.end());
      ratios.push_back(*slowest / median(times));
      waiting.push_back(ranks < kTestable ? *slowest / *fastest : ratios.back());
    }
  }
  skew.ratio = median(ratios);
  skew.waiting_ratio = median(waiting);
  skew.worst = quantile(ratios, 0.95);
  skew.repeats = ratios.size();
  std::vector<std::size_t> left(ranks);
  std::iota(left.begin(), left.end(), std::size_t{0});
  // More than half of the ranks slow is a slow world, not slow ranks.
  const std::size_t most = std::max<std::size_t>(1, ranks / 2);
  for (std::size_t place = 0; place < most; ++place) {
    Tally tally{ranks, left};
    for (const Round* round : rounds) tally.add(*round);
    SlowestRank slowest = tally.result();
    if (slowest.rank < 0 && place > 0) break;
    slowest.place = place_of(point, *rounds.back(), slowest.rank);
    std::erase(left, static_cast<std::size_t>(slowest.rank));
    const bool may_be_sick = slowest.p_value < kSickAlpha && slowest.over_median > kSickSkew;
    if (place == 0) {
      skew.slowest = std::move(slowest);
    } else if (may_be_sick) {
      skew.further.push_back(std::move(slowest));
    }
    if (!may_be_sick || left.size() < kTestable) break;
  }
  skew.slowest.tail = ranks < kTestable ? Tail::pair : Tail::wanders;
  return skew;
}

void judge_tails(const std::vector<RankSkew*>& all) {
  std::vector<std::pair<SlowestRank*, const RankSkew*>> tested;
  for (RankSkew* skew : all) {
    if (skew->slowest.tail != Tail::pair) tested.emplace_back(&skew->slowest, skew);
  }
  for (std::size_t place = 0; !tested.empty(); ++place) {
    judge(tested);
    std::vector<std::pair<SlowestRank*, const RankSkew*>> next;
    for (RankSkew* skew : all) {
      const SlowestRank* before = place == 0                      ? &skew->slowest
                                  : place <= skew->further.size() ? &skew->further[place - 1]
                                                                  : nullptr;
      if (before == nullptr) continue;
      if (before->tail != Tail::sick) {
        skew->further.resize(std::min(skew->further.size(), place == 0 ? 0 : place - 1));
      } else if (place < skew->further.size()) {
        next.emplace_back(&skew->further[place], skew);
      }
    }
    tested = std::move(next);
  }
}

std::string_view name_of(Tail tail) {
  switch (tail) {
    case Tail::pair:
      return "pair";
    case Tail::wanders:
      return "wanders";
    case Tail::undecided:
      return "too_few_rounds";
    case Tail::unclear:
      return "unclear";
    case Tail::harmless:
      return "harmless";
    case Tail::sick:
      return "sick";
  }
  return "";
}

}  // namespace roofgate
