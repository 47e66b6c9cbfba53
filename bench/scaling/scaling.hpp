// All that `roofgate scaling` tells, from records alone. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/roofline/peaks.hpp"
#include "bench/scaling/bandwidths.hpp"
#include "bench/scaling/bisection.hpp"
#include "bench/scaling/efficiency.hpp"
#include "bench/scaling/extrapolation.hpp"
#include "bench/scaling/latency_bandwidth.hpp"
#include "bench/scaling/parallel_loss.hpp"
#include "bench/scaling/rank_skew.hpp"
#include "bench/scaling/series.hpp"

namespace roofgate {

/// One line of a scaling table.
struct ScalingRow {
  const WorldPoint* point = nullptr;
  std::optional<Bandwidths> bandwidths;      ///< collectives
  std::optional<double> tokens_per_s;        ///< steps
  std::optional<Ratio> mfu;                  ///< steps: model FLOP/s over dense peak, or over the measured ceiling
  std::optional<Ratio> hfu;                  ///< steps: the same of all FLOP that ran, recomputed ones included
  bool mfu_of_ceiling = false;               ///< both
  std::optional<StepBuckets> buckets;        ///< steps
  std::optional<Seconds> exposed;            ///< steps: communication that compute did not hide
  std::optional<double> overlap_efficiency;  ///< steps: share of the communication that was hidden
  std::optional<Efficiency> efficiency;
  std::optional<ParallelLoss> loss;
  std::optional<RankSkew> skew;
  bool is_reference = false;
  bool crosses_nodes = false;  ///< the first world with more nodes than the one before
  std::string switched_from;   ///< algorithm of the world before, where it is another one
};

struct ScalingTable {
  const Series* series = nullptr;
  const WorldPoint* reference = nullptr;
  std::vector<ScalingRow> rows;            ///< worlds that fit their machine
  std::vector<ScalingRow> oversubscribed;  ///< kept apart: their ranks take turns
};

/// Fit over the message sizes of one world.
struct WorldFit {
  std::string name;  ///< the series' name without its size: "allreduce/bf16/out_of_place"
  int ranks = 0;
  std::string algorithm_name;
  LatencyBandwidth model;
};

struct Forecast {
  int ranks = 0;
  Bytes size;
  Prediction prediction;
};

struct WorldForecast {
  std::string name;
  std::vector<int> fitted_ranks;
  int nodes = 0;  ///< most nodes of a fitted world; 0: unknown
  WorldModel model;
  bool fits_best = false;  ///< of the models of the same worlds
  std::vector<Forecast> forecasts;
};

struct ScalingOptions {
  std::vector<int> extrapolate;  ///< world sizes; empty: no extrapolation
};

struct Scaling {
  std::vector<Series> series;  ///< what the others point into
  std::vector<ScalingTable> tables;
  std::vector<WorldFit> fits;
  std::vector<WorldForecast> forecasts;
  std::vector<Bisection> bisections;
  /// Hardware keys of the records where they differ: devices of a node, their power limits, cores.
  std::vector<std::string> hardware_differences;
  std::vector<std::string> software_differences;  ///< "nccl 2.19.3, 2.20.3": between the records
};

/// `records` outlive the result. Errors: as series_of.
[[nodiscard]] Result<Scaling> scaling_of(std::span<const Record> records, const PeaksDb& peaks,
                                         const ScalingOptions& options);

}  // namespace roofgate
