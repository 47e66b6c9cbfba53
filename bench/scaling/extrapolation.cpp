#include "bench/scaling/extrapolation.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace roofgate {
namespace {

constexpr std::size_t kWorlds = 2;
constexpr std::size_t kWorldsForCall = 3;  // to tell the cost of a call from that of its hops
constexpr std::size_t kTimes = 3;

double hops_of(Topology topology, double n) {
  switch (topology) {
    case Topology::ring:
      return 2.0 * (n - 1.0);
    case Topology::tree:
      return 2.0 * std::ceil(std::log2(n));
    case Topology::nvls:
      return 2.0;
  }
  return 0.0;
}

std::vector<double> terms_of(Topology topology, bool has_call, int ranks, Bytes size) {
  const double n = ranks;
  const double share = topology == Topology::nvls ? (n + 1.0) / n : 2.0 * (n - 1.0) / n;
  std::vector<double> terms{hops_of(topology, n), share * size.value()};
  if (has_call) terms.push_back(1.0);
  return terms;
}

std::optional<RelativeFit> fitted(Topology topology, bool has_call, std::span<const WorldTime> times) {
  std::vector<std::vector<double>> rows;
  std::vector<double> observed;
  for (const WorldTime& time : times) {
    rows.push_back(terms_of(topology, has_call, time.ranks, time.size));
    observed.push_back(time.time.value());
  }
  return fit_relative(rows, observed);
}

}  // namespace

std::optional<WorldModel> WorldModel::fit(Topology topology, std::span<const WorldTime> times) {
  std::set<int> worlds;
  for (const WorldTime& time : times) worlds.insert(time.ranks);
  if (worlds.size() < kWorlds || times.size() < kTimes || *worlds.begin() < 2) return std::nullopt;
  // With NVLS every world has the same hops: they are the call.
  if (worlds.size() >= kWorldsForCall && topology != Topology::nvls) {
    if (auto with_call = fitted(topology, true, times)) return WorldModel{topology, true, std::move(*with_call)};
  }
  auto plain = fitted(topology, false, times);
  return plain ? std::optional{WorldModel{topology, false, std::move(*plain)}} : std::nullopt;
}

Prediction WorldModel::predict(int ranks, Bytes size) const {
  const std::vector<double> terms = terms_of(topology_, has_call_, ranks, size);
  const double time = fit_.at(terms);
  const double half_width = fit_.prediction_half_width(terms);
  return {Seconds{time}, Seconds{std::max(0.0, time - half_width)}, Seconds{time + half_width}};
}

std::string_view name_of(Topology topology) {
  switch (topology) {
    case Topology::ring:
      return "ring";
    case Topology::tree:
      return "tree";
    case Topology::nvls:
      return "NVLS";
  }
  return "";
}

}  // namespace roofgate
