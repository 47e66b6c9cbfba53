// What a collective costs at least, and what each byte adds: Hockney's model, T(S) = alpha + S beta (Hockney, "The
// communication challenge for MPP", Parallel Computing 20, 1994), fitted over the message sizes of one world.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "bench/stats/relative_fit.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

struct SizedTime {
  Bytes size;
  Seconds time;
};

/// A figure with its 95 % interval; an unbounded side is infinite.
struct Estimate {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
};

struct LatencyBandwidth {
  Estimate latency_s;                ///< alpha
  Estimate bandwidth_bytes_per_s;    ///< 1 / beta, of the message: algorithm bandwidth without latency
  std::optional<Bytes> half_size;    ///< alpha / beta: half of the bandwidth is reached there; absent if infinite
  std::optional<Bytes> switch_size;  ///< first size of the second piece, where one line does not do
  double worst_error = 0.0;          ///< largest relative error of the fit over the sizes
  std::size_t sizes = 0;
};

/// Least squares on relative errors, neither term negative. Where two lines, one of the small and one of the large
/// messages, explain the times much better (Bayesian information criterion; Schwarz, Ann. Stat. 6, 1978), the latency
/// is the first line's and the bandwidth the second's: LogGP's long-message term (Alexandrov et al., SPAA 1995) behind
/// a switch of protocol. At least 3 sizes that span a factor of 8; else absent.
[[nodiscard]] std::optional<LatencyBandwidth> fit_latency_bandwidth(std::span<const SizedTime> times);

}  // namespace roofgate
