// Is one rank late, always the same one?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/screening.hpp"
#include "bench/gate/wording.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

struct LateRank {
  std::size_t rank = 0;
  double log_ratio = 0.0;  ///< to the median rank
};

std::optional<LateRank> slowest_of(const Round& round) {
  std::vector<double> medians;
  for (const std::vector<double>& times : round.rank_time_s) {
    if (times.empty()) return std::nullopt;
    medians.push_back(median(times));
  }
  if (medians.size() < 3) return std::nullopt;  // of two ranks one is always slower
  const auto slowest = std::max_element(medians.begin(), medians.end());
  return LateRank{static_cast<std::size_t>(slowest - medians.begin()), std::log(*slowest / median(medians))};
}

}  // namespace

std::optional<Reason> one_rank(const ComparedCase& subject) {
  std::map<std::size_t, std::vector<double>> late;
  std::size_t rounds = 0;
  for (const Round& round : subject.measured->rounds) {
    if (!is_clean_round(round)) continue;
    ++rounds;
    if (const auto slowest = slowest_of(round)) late[slowest->rank].push_back(slowest->log_ratio);
  }
  const auto most = std::max_element(late.begin(), late.end(),
                                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (most == late.end() || rounds < 3 || most->second.size() * 5 < rounds * 4) return std::nullopt;
  const double ratio = median(most->second);
  if (ratio < 0.5 * subject.evidence.change) return std::nullopt;
  return Reason{
      "one_rank",
      fmt::format("Rank {} is the slowest in {} of {} and takes {} longer than the median rank.", most->first,
                  most->second.size(), counted(static_cast<int>(rounds), "round"), percent(std::expm1(ratio))),
      {{"rank", static_cast<double>(most->first)}, {"log_ratio_to_median_rank", ratio}}};
}

}  // namespace roofgate
