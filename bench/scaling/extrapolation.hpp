// What an allreduce would take in worlds that were not measured: a cost model of its algorithm, fitted over all
// measured worlds and sizes at once. An extrapolation: it assumes that the network of the larger world is as good as
// that of the measured ones, without contention, and that the library keeps its algorithm.
//
//   ring: T = c + 2(n-1) a          + 2(n-1)/n S b
//   tree: T = c + 2 ceil(log2 n) a  + 2(n-1)/n S b
//   NVLS: T = c + 2 a               + (n+1)/n S b      within one NVLink domain
//
// a: one hop; b: one byte over a rank's link; c: what a call costs at any size (dropped where the worlds cannot tell it
// from the hops). Ring and tree: Thakur, Rabenseifner & Gropp, Int. J. High Perf. Comp. Appl. 19, 2005, the tree
// pipelined; NVLS: the wire factor of collective_traffic.hpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/scaling/latency_bandwidth.hpp"

namespace roofgate {

enum class Topology { ring, tree, nvls };

/// The largest NVLink domain on sale: a single in-network reduction goes no further.
inline constexpr int kLargestNvlsWorld = 576;

/// One measured allreduce: a message on each of so many ranks.
struct WorldTime {
  int ranks = 2;
  Bytes size;
  Seconds time;
};

struct Prediction {
  Seconds time;
  Seconds low, high;  ///< 95 % prediction interval: doubt about the fit, and the spread of one measurement
};

class WorldModel {
 public:
  /// At least two worlds of several ranks and 3 times in all; absent where they cannot tell the terms apart.
  [[nodiscard]] static std::optional<WorldModel> fit(Topology topology, std::span<const WorldTime> times);

  /// ranks >= 2.
  [[nodiscard]] Prediction predict(int ranks, Bytes size) const;

  [[nodiscard]] Topology topology() const { return topology_; }
  [[nodiscard]] double worst_error() const { return fit_.worst_error; }  ///< relative, over what was fitted
  [[nodiscard]] double squared_errors() const { return fit_.squared_errors; }
  [[nodiscard]] Seconds call() const { return Seconds{has_call_ ? fit_.coefficients[2] : 0.0}; }
  [[nodiscard]] Seconds hop() const { return Seconds{fit_.coefficients[0]}; }
  [[nodiscard]] double seconds_per_byte() const { return fit_.coefficients[1]; }

 private:
  WorldModel(Topology topology, bool has_call, RelativeFit fit)
      : topology_{topology}, has_call_{has_call}, fit_{std::move(fit)} {}
  Topology topology_;
  bool has_call_;
  RelativeFit fit_;
};

[[nodiscard]] std::string_view name_of(Topology topology);

}  // namespace roofgate
