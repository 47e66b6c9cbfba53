#include "bench/scaling/scaling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "bench/roofline/roofline.hpp"

namespace roofgate {
namespace {

/// The series' name without its size, so that all sizes of one collective share it.
std::string without_size(const std::string& name) {
  const std::size_t begin = name.find("/bytes");
  if (begin == std::string::npos) return name;
  const std::size_t end = std::min(name.size(), name.find('/', begin + 1));
  return name.substr(0, begin) + name.substr(end);
}

/// Whether two steps compute the same: only variant, buckets and what follows from them may differ.
bool is_same_stack(const Case& a, const Case& b) {
  for (const char* key :
       {"scaling", "dtype", "layers", "width", "micro_batch_tokens", "micro_batches", "recompute", "cache"}) {
    const auto first = a.parameters.find(key);
    const auto second = b.parameters.find(key);
    if ((first == a.parameters.end()) != (second == b.parameters.end())) return false;
    if (first != a.parameters.end() && first->second != second->second) return false;
  }
  return true;
}

/// That variant of the same stack in the same world; of several bucket sizes the point's own.
const WorldPoint* variant_of(const std::vector<Series>& all, const WorldPoint& point, const std::string& variant) {
  const WorldPoint* found = nullptr;
  for (const Series& series : all) {
    if (series.kind != "step") continue;
    for (const WorldPoint& other : series.points) {
      if (other.ranks != point.ranks || text_of(*other.measured, "variant") != variant) continue;
      if (!is_same_stack(*other.measured, *point.measured)) continue;
      const bool same_buckets =
          number_of(*other.measured, "bucket_bytes") == number_of(*point.measured, "bucket_bytes");
      if (found == nullptr || same_buckets) found = &other;
    }
  }
  return found;
}

StepVariants variants_of(const std::vector<Series>& all, const WorldPoint& point) {
  return {variant_of(all, point, "compute"), variant_of(all, point, "serial"), variant_of(all, point, "overlap")};
}

/// FLOP/s over what the devices could do, or on a host over what its nodes' ceiling kernels did: the model's, and those
/// that ran, recomputed ones included.
void set_utilisation(ScalingRow& row, const PeaksDb& peaks) {
  const Case& measured = *row.point->measured;
  const auto tokens = number_of(measured, "tokens_per_step");
  const auto flops = number_of(measured, "flops_per_token");
  if (!tokens || !flops) return;
  const Roofs roofs = roofs_of(*row.point->record, peaks);
  const Roof& roof = roofs.device ? *roofs.device : roofs.measured;
  const auto peak = roof.compute.find(DType::bf16);
  if (peak == roof.compute.end()) return;
  const int units = roofs.device ? row.point->ranks : std::max(1, row.point->nodes);
  const double possible = units * peak->second.value.value() * row.point->time().value();
  row.mfu = Ratio{*tokens * *flops / possible};
  row.mfu_of_ceiling = !roofs.device;
  if (measured.work.flops > Flops{}) row.hfu = Ratio{measured.work.flops.value() * row.point->ranks / possible};
}

StepBuckets buckets_of(const std::vector<Series>& all, const WorldPoint& point) {
  const WorldPoint* compute = variants_of(all, point).compute;
  const bool is_known = compute != nullptr && compute->timing;
  return step_buckets(point, compute, rank_skew(is_known ? *compute : point));
}

void set_step(ScalingRow& row, const WorldPoint* reference, const std::vector<Series>& all, const PeaksDb& peaks) {
  if (const auto tokens = number_of(*row.point->measured, "tokens_per_step")) {
    row.tokens_per_s = *tokens / row.point->time().value();
  }
  set_utilisation(row, peaks);
  const StepVariants variants = variants_of(all, *row.point);
  const bool has_communication = variants.compute != row.point && row.point->ranks > 1;
  if (has_communication) row.exposed = exposed_communication(*row.point, variants);
  if (has_communication && variants.overlap == row.point) row.overlap_efficiency = overlap_efficiency(variants);
  row.buckets = buckets_of(all, *row.point);
  if (!row.efficiency || row.is_reference) return;
  row.loss = step_loss(row.efficiency->value, *row.buckets, buckets_of(all, *reference));
  if (!has_communication) row.loss->exposed.reset();  // 0
}

/// How much of that world's time is latency, where its sizes were fitted.
std::optional<double> latency_share_of(const Series& series, const WorldPoint& point,
                                       const std::vector<WorldFit>& fits) {
  for (const WorldFit& fit : fits) {
    if (fit.ranks != point.ranks || fit.algorithm_name != point.algorithm_name) continue;
    if (fit.name == without_size(series.name)) return std::min(1.0, fit.model.latency_s.value / point.time().value());
  }
  return std::nullopt;
}

ScalingRow row_of(const WorldPoint& point, const Series& series, const WorldPoint* reference, const Scaling& scaling,
                  const PeaksDb& peaks) {
  const std::vector<Series>& all = scaling.series;
  ScalingRow row;
  row.point = &point;
  row.is_reference = &point == reference;
  if (!point.timing) return row;
  row.skew = rank_skew(point);
  if (reference != nullptr) {
    row.efficiency = efficiency_of(series, point, *reference, latency_share_of(series, *reference, scaling.fits));
  }
  if (series.is_step()) {
    set_step(row, reference, all, peaks);
    return row;
  }
  if (!series.collective) return row;
  row.bandwidths = bandwidths_of(*series.collective, point);
  if (row.efficiency && !row.is_reference) {
    row.loss = collective_loss(row.efficiency->value, row.skew, rank_skew(*reference));
  }
  return row;
}

ScalingTable table_of(const Series& series, const Scaling& scaling, const PeaksDb& peaks) {
  ScalingTable table;
  table.series = &series;
  table.reference = reference_of(series);
  const WorldPoint* before = nullptr;
  for (const WorldPoint& point : series.points) {
    ScalingRow row = row_of(point, series, table.reference, scaling, peaks);
    if (point.is_oversubscribed) {
      table.oversubscribed.push_back(std::move(row));
      continue;
    }
    if (before != nullptr && before->ranks > 1) {
      const bool is_known = !before->algorithm_name.empty() && !point.algorithm_name.empty();
      if (is_known && before->algorithm_name != point.algorithm_name) row.switched_from = before->algorithm_name;
    }
    // A disturbed world is no measure: it stands in for one where there is no other, and is not 100 % itself.
    if (row.is_reference && point.timing->disturbed) row.efficiency.reset();
    row.crosses_nodes = before != nullptr && before->nodes > 0 && point.nodes > before->nodes;
    table.rows.push_back(std::move(row));
    before = &point;
  }
  return table;
}

void judge_all_tails(std::vector<ScalingTable>& tables) {
  std::vector<RankSkew*> all;
  for (ScalingTable& table : tables) {
    for (ScalingRow& row : table.rows) {
      if (row.skew) all.push_back(&*row.skew);
    }
  }
  judge_tails(all);
}

struct FitKey {
  std::string name;
  int ranks = 0;
  std::string algorithm;
  friend bool operator<(const FitKey& a, const FitKey& b) {
    return std::tie(a.name, a.ranks, a.algorithm) < std::tie(b.name, b.ranks, b.algorithm);
  }
};

bool is_usable(const WorldPoint& point) {
  return point.ranks > 1 && point.timing && !point.is_oversubscribed && !point.timing->disturbed;
}

std::vector<WorldFit> fits_of(const std::vector<Series>& all) {
  std::map<FitKey, std::vector<SizedTime>> sizes;
  for (const Series& series : all) {
    if (!series.collective) continue;
    for (const WorldPoint& point : series.points) {
      if (!is_usable(point)) continue;
      sizes[{without_size(series.name), point.ranks, point.algorithm_name}].push_back({point.message(), point.time()});
    }
  }
  std::vector<WorldFit> fits;
  for (const auto& [key, times] : sizes) {
    if (auto model = fit_latency_bandwidth(times)) fits.push_back({key.name, key.ranks, key.algorithm, *model});
  }
  return fits;
}

/// The worlds of one allreduce that a model may be fitted on: those that cross nodes where there are at least two of
/// them, since the network between nodes is another one than the links within.
struct FittedWorlds {
  std::vector<WorldTime> times;
  std::vector<CollectiveAlgorithm> algorithms;  ///< of each
  std::set<double> sizes;
  int nodes = 0;
};

FittedWorlds worlds_for(const std::vector<Series>& all, const std::string& name) {
  std::vector<std::pair<const Series*, const WorldPoint*>> usable;
  std::set<int> crossing;
  for (const Series& series : all) {
    if (series.collective != Collective::allreduce || without_size(series.name) != name) continue;
    for (const WorldPoint& point : series.points) {
      if (!is_usable(point)) continue;
      usable.emplace_back(&series, &point);
      if (point.nodes > 1) crossing.insert(point.ranks);
    }
  }
  FittedWorlds worlds;
  for (const auto& [series, point] : usable) {
    if (crossing.size() > 1 && point->nodes < 2) continue;
    worlds.times.push_back({point->ranks, point->message(), point->time()});
    worlds.algorithms.push_back(point->algorithm);
    worlds.sizes.insert(series->size.value());
    worlds.nodes = std::max(worlds.nodes, point->nodes);
  }
  return worlds;
}

bool runs(Topology topology, CollectiveAlgorithm algorithm) {
  switch (topology) {
    case Topology::ring:
      return algorithm == CollectiveAlgorithm::ring;
    case Topology::tree:
      return algorithm == CollectiveAlgorithm::tree;
    case Topology::nvls:
      return algorithm == CollectiveAlgorithm::nvls;
  }
  return false;
}

std::set<int> ranks_in(const std::vector<WorldTime>& times) {
  std::set<int> ranks;
  for (const WorldTime& time : times) ranks.insert(time.ranks);
  return ranks;
}

/// The times to fit that model on: those of its own algorithm, if two worlds ran it; else, where another algorithm was
/// named nowhere, all of them.
std::vector<WorldTime> times_for(Topology topology, const FittedWorlds& worlds) {
  std::vector<WorldTime> own;
  bool is_unnamed = true;
  for (std::size_t i = 0; i < worlds.times.size(); ++i) {
    if (runs(topology, worlds.algorithms[i])) own.push_back(worlds.times[i]);
    is_unnamed = is_unnamed && worlds.algorithms[i] == CollectiveAlgorithm::unknown;
  }
  if (ranks_in(own).size() > 1) return own;
  return is_unnamed && topology != Topology::nvls ? worlds.times : std::vector<WorldTime>{};
}

std::vector<WorldForecast> forecasts_of(const std::vector<Series>& all, const std::vector<int>& ranks) {
  std::set<std::string> names;
  for (const Series& series : all) {
    if (series.collective == Collective::allreduce) names.insert(without_size(series.name));
  }
  std::vector<WorldForecast> forecasts;
  for (const std::string& name : names) {
    const FittedWorlds worlds = worlds_for(all, name);
    const std::size_t first = forecasts.size();
    for (const Topology topology : {Topology::ring, Topology::tree, Topology::nvls}) {
      const std::vector<WorldTime> times = times_for(topology, worlds);
      const auto model = WorldModel::fit(topology, times);
      if (!model) continue;
      const std::set<int> fitted = ranks_in(times);
      WorldForecast forecast{name, {fitted.begin(), fitted.end()}, worlds.nodes, *model, false, {}};
      for (const int n : ranks) {
        if (topology == Topology::nvls && n > kLargestNvlsWorld) continue;
        for (const double size : worlds.sizes) {
          forecast.forecasts.push_back({n, Bytes{size}, model->predict(n, Bytes{size})});
        }
      }
      forecasts.push_back(std::move(forecast));
    }
    const auto best = std::min_element(forecasts.begin() + static_cast<std::ptrdiff_t>(first), forecasts.end(),
                                       [](const WorldForecast& a, const WorldForecast& b) {
                                         return a.model.squared_errors() < b.model.squared_errors();
                                       });
    if (best != forecasts.end()) best->fits_best = true;
  }
  return forecasts;
}

std::vector<std::string> software_differences(std::span<const Record> records) {
  std::map<std::string, std::set<std::string>> versions;
  for (const Record& record : records) {
    for (const auto& [name, version] : record.environment.software) versions[name].insert(version);
  }
  std::vector<std::string> differences;
  for (const auto& [name, seen] : versions) {
    if (seen.size() > 1) differences.push_back(fmt::format("{} {}", name, fmt::join(seen, ", ")));
  }
  return differences;
}

std::vector<std::string> hardware_differences(std::span<const Record> records) {
  std::set<std::string> keys;
  for (const Record& record : records) keys.insert(hardware_key(record.environment));
  return keys.size() > 1 ? std::vector<std::string>{keys.begin(), keys.end()} : std::vector<std::string>{};
}

}  // namespace

Result<Scaling> scaling_of(std::span<const Record> records, const PeaksDb& peaks, const ScalingOptions& options) {
  auto series = series_of(records);
  if (!series) return fail(series.error());
  Scaling scaling;
  scaling.series = std::move(*series);
  scaling.fits = fits_of(scaling.series);
  for (const Series& one : scaling.series) scaling.tables.push_back(table_of(one, scaling, peaks));
  judge_all_tails(scaling.tables);
  if (!options.extrapolate.empty()) scaling.forecasts = forecasts_of(scaling.series, options.extrapolate);
  scaling.bisections = bisections_of(scaling.series);
  scaling.hardware_differences = hardware_differences(records);
  scaling.software_differences = software_differences(records);
  return scaling;
}

}  // namespace roofgate
