// Which rank or which link is slow, from exchanges between pairs: a rank slows all of its pairs, a link only one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/scaling/series.hpp"

namespace roofgate {

/// Two ranks that exchanged a message while the others did the same in pairs of their own.
struct PairTime {
  int a = 0;
  int b = 0;
  Seconds time;  ///< of the slower of the two
  bool between_nodes = false;
  double ratio = 1.0;  ///< over the lower quartile of the pairs of its class, within or between nodes
};

/// A rank, or the link between two, that is slow.
struct SlowPart {
  int rank = 0;
  std::optional<int> peer;    ///< of a link
  double ratio = 1.0;         ///< its time over that of healthy pairs
  std::size_t pairs = 0;      ///< pairs behind it
  std::string place;          ///< "node b, device 3"; of a link both, with " to " between; empty where not recorded
  bool is_told_apart = true;  ///< false of a link whose ranks exchanged with nobody else: it may be one of the ranks
};

struct Bisection {
  std::string name;  ///< of the series without its pairing
  int ranks = 0;
  Bytes size;
  std::vector<PairTime> pairs;
  std::vector<SlowPart> slow;  ///< slowest first
};

/// Slower than healthy pairs by this much is slow. A choice: healthy pairs differ by a few percent, and a link that
/// trained down to fewer lanes or a lower rate loses half.
inline constexpr double kSlowPair = 1.10;

/// Ranks needed: with three, one slow rank leaves a single healthy pair.
inline constexpr int kBisectRanks = 4;

/// Of every pair in `pairs` its ratio, and what follows. A rank is slow if the median of its pairs is; a link if its
/// pair is slow and neither of its ranks is.
[[nodiscard]] std::vector<SlowPart> slow_parts(std::vector<PairTime>& pairs, int ranks);

/// From send_recv cases of at least kBisectRanks ranks, all pairings of a size and world together. Oversubscribed
/// worlds are left out.
[[nodiscard]] std::vector<Bisection> bisections_of(std::span<const Series> series);

}  // namespace roofgate
