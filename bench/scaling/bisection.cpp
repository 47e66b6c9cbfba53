#include "bench/scaling/bisection.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "bench/scaling/pairing.hpp"
#include "bench/scaling/rank_place.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kHealthyQuantile = 0.25;  // of the pairs: one slow rank of four makes half of them slow

/// Median over one round's samples of the slower of the two.
double round_time(const Round& round, int a, int b) {
  const auto& first = round.rank_time_s[static_cast<std::size_t>(a)];
  const auto& second = round.rank_time_s[static_cast<std::size_t>(b)];
  std::vector<double> slower;
  for (std::size_t i = 0; i < first.size(); ++i) slower.push_back(std::max(first[i], second[i]));
  return round_location(slower);
}

void add_pairs(std::vector<PairTime>& pairs, const WorldPoint& point) {
  for (int a = 0; a < point.ranks; ++a) {
    const int b = partner_of(a, point);
    if (b <= a) continue;
    std::vector<double> rounds;
    bool between_nodes = false;
    for (const Round* round : point.timing->rounds) {
      if (round->rank_time_s.size() != static_cast<std::size_t>(point.ranks)) continue;
      rounds.push_back(round_time(*round, a, b));
      between_nodes = node_of(point, *round, a) != node_of(point, *round, b);
    }
    if (!rounds.empty()) pairs.push_back({a, b, Seconds{night_location(rounds)}, between_nodes, 1.0});
  }
}

void set_ratios(std::vector<PairTime>& pairs) {
  for (const bool between_nodes : {false, true}) {
    std::vector<double> times;
    for (const PairTime& pair : pairs) {
      if (pair.between_nodes == between_nodes) times.push_back(pair.time.value());
    }
    if (times.empty()) continue;
    const double healthy = quantile(times, kHealthyQuantile);
    for (PairTime& pair : pairs) {
      if (pair.between_nodes == between_nodes) pair.ratio = pair.time.value() / healthy;
    }
  }
}

std::string without_pairing(const std::string& name) {
  const std::size_t begin = name.find("/pairing");
  if (begin == std::string::npos) return name;
  const std::size_t end = std::min(name.size(), name.find('/', begin + 1));
  return name.substr(0, begin) + name.substr(end);
}

void name_places(Bisection& found, const WorldPoint& point) {
  const Round& round = *point.timing->rounds.back();
  for (SlowPart& part : found.slow) {
    part.place = place_of(point, round, part.rank);
    if (part.peer && !part.place.empty()) part.place += " to " + place_of(point, round, *part.peer);
  }
}

}  // namespace

std::vector<SlowPart> slow_parts(std::vector<PairTime>& pairs, int ranks) {
  set_ratios(pairs);
  std::vector<std::vector<double>> of_rank(static_cast<std::size_t>(ranks));
  for (const PairTime& pair : pairs) {
    of_rank[static_cast<std::size_t>(pair.a)].push_back(pair.ratio);
    of_rank[static_cast<std::size_t>(pair.b)].push_back(pair.ratio);
  }
  std::vector<SlowPart> slow;
  const auto is_slow_rank = [&](int rank) {
    const auto& ratios = of_rank[static_cast<std::size_t>(rank)];
    return ratios.size() > 1 && median(ratios) > kSlowPair;
  };
  for (int rank = 0; rank < ranks; ++rank) {
    const auto& ratios = of_rank[static_cast<std::size_t>(rank)];
    if (is_slow_rank(rank)) slow.push_back({rank, std::nullopt, median(ratios), ratios.size(), {}, true});
  }
  for (const PairTime& pair : pairs) {
    if (pair.ratio <= kSlowPair || is_slow_rank(pair.a) || is_slow_rank(pair.b)) continue;
    const auto has_others = [&](int rank) { return of_rank[static_cast<std::size_t>(rank)].size() > 1; };
    slow.push_back({pair.a, pair.b, pair.ratio, 1, {}, has_others(pair.a) && has_others(pair.b)});
  }
  std::sort(slow.begin(), slow.end(), [](const SlowPart& a, const SlowPart& b) { return a.ratio > b.ratio; });
  return slow;
}

std::vector<Bisection> bisections_of(std::span<const Series> series) {
  std::map<std::pair<std::string, int>, std::pair<Bisection, const WorldPoint*>> found;
  for (const Series& one : series) {
    if (one.collective != Collective::send_recv) continue;
    for (const WorldPoint& point : one.points) {
      if (point.ranks < kBisectRanks || point.is_oversubscribed || !point.timing) continue;
      auto& [bisection, place] = found[{without_pairing(one.name), point.ranks}];
      bisection.name = without_pairing(one.name);
      bisection.ranks = point.ranks;
      bisection.size = point.message();
      add_pairs(bisection.pairs, point);
      place = &point;
    }
  }
  std::vector<Bisection> result;
  for (auto& [key, entry] : found) {
    auto& [bisection, point] = entry;
    if (bisection.pairs.size() < static_cast<std::size_t>(kBisectRanks)) continue;
    bisection.slow = slow_parts(bisection.pairs, bisection.ranks);
    name_places(bisection, *point);
    result.push_back(std::move(bisection));
  }
  return result;
}

}  // namespace roofgate
