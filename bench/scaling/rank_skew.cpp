#include "bench/scaling/rank_skew.hpp"

#include <algorithm>

#include "bench/scaling/rank_place.hpp"
#include "bench/stats/benjamini_hochberg.hpp"
#include "bench/stats/multinomial_maximum.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kMostly = 0.5;  // of the repeats: less is wandering whatever the rounds say

/// The one largest entry; -1 where several are equal.
int single_largest(const std::vector<double>& values) {
  const auto most = std::max_element(values.begin(), values.end());
  return std::count(values.begin(), values.end(), *most) == 1 ? static_cast<int>(most - values.begin()) : -1;
}

/// Times of all ranks in one repeat.
std::vector<double> repeat_of(const Round& round, std::size_t sample) {
  std::vector<double> times;
  times.reserve(round.rank_time_s.size());
  for (const std::vector<double>& rank : round.rank_time_s) times.push_back(rank[sample]);
  return times;
}

class Tally {
 public:
  explicit Tally(std::size_t ranks) : last_(ranks, 0), rounds_(ranks, 0), relative_(ranks) {}

  void add(const Round& round) {
    std::vector<double> last_here(last_.size(), 0.0);
    for (std::size_t sample = 0; sample < round.time_s.size(); ++sample) {
      const std::vector<double> times = repeat_of(round, sample);
      const double middle = median(times);
      const int slowest = single_largest(times);
      ratios_.push_back(*std::max_element(times.begin(), times.end()) / middle);
      for (std::size_t rank = 0; rank < times.size(); ++rank) relative_[rank].push_back(times[rank] / middle);
      if (slowest < 0) continue;
      ++last_[static_cast<std::size_t>(slowest)];
      last_here[static_cast<std::size_t>(slowest)] += 1.0;
    }
    ++processes_;
    if (const int slowest = single_largest(last_here); slowest >= 0) ++rounds_[static_cast<std::size_t>(slowest)];
  }

  [[nodiscard]] RankSkew result() const {
    RankSkew skew;
    skew.ratio = median(ratios_);
    skew.worst = quantile(ratios_, 0.95);
    skew.repeats = ratios_.size();
    skew.rounds = processes_;
    const auto most = std::max_element(last_.begin(), last_.end());
    if (*most == 0) return skew;
    const auto rank = static_cast<std::size_t>(most - last_.begin());
    skew.slowest = static_cast<int>(rank);
    skew.times_last = *most;
    skew.slowest_ratio = median(relative_[rank]);
    // Of another rank being last in most rounds this says nothing against this one.
    if (*std::max_element(rounds_.begin(), rounds_.end()) == rounds_[rank]) skew.p_value = maximum_p_value(rounds_);
    return skew;
  }

 private:
  std::vector<std::size_t> last_;    ///< repeats in which each rank was the slowest
  std::vector<std::size_t> rounds_;  ///< rounds in which it was so most often
  std::vector<std::vector<double>> relative_;
  std::vector<double> ratios_;
  std::size_t processes_ = 0;
};

Tail tail_of(const RankSkew& skew, int ranks) {
  if (ranks < 3) return Tail::pair;
  const bool is_mostly_one =
      skew.slowest >= 0 && static_cast<double>(skew.times_last) > kMostly * static_cast<double>(skew.repeats);
  if (!is_mostly_one) return Tail::wanders;
  if (skew.q_value < kSickAlpha) return skew.slowest_ratio > kSickSkew ? Tail::sick : Tail::harmless;
  return skew.slowest_ratio > kSickSkew ? Tail::undecided : Tail::wanders;
}

}  // namespace

std::optional<RankSkew> rank_skew(const WorldPoint& point) {
  if (!point.timing || point.ranks < 2) return std::nullopt;
  Tally tally{static_cast<std::size_t>(point.ranks)};
  const Round* last = nullptr;
  for (const Round* round : point.timing->rounds) {
    if (round->rank_time_s.size() != static_cast<std::size_t>(point.ranks)) continue;
    tally.add(*round);
    last = round;
  }
  if (last == nullptr) return std::nullopt;
  RankSkew skew = tally.result();
  skew.place = place_of(point, *last, skew.slowest);
  skew.tail = point.ranks < 3 ? Tail::pair : Tail::wanders;
  return skew;
}

void judge_tails(const std::vector<RankSkew*>& all) {
  std::vector<RankSkew*> tested;
  std::vector<double> p_values;
  for (RankSkew* skew : all) {
    if (skew->tail == Tail::pair) continue;
    tested.push_back(skew);
    p_values.push_back(skew->p_value);
  }
  const std::vector<double> q = q_values(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    tested[i]->q_value = q[i];
    tested[i]->tail = tail_of(*tested[i], 3);
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
    case Tail::harmless:
      return "harmless";
    case Tail::sick:
      return "sick";
  }
  return "";
}

}  // namespace roofgate
