// Who exchanges with whom in a send-receive case.
#pragma once

namespace roofgate {

/// Pairings of a world: one less than the next power of two of `ranks`; 0 for one rank. Every two ranks are a pair in
/// exactly one of them, and pairs share no rank: a slow link or rank makes its own pair slow and no other.
[[nodiscard]] int pairings_of(int ranks);

/// The partner of `rank` in pairing 1 to `pairings_of(ranks)`: rank XOR pairing; itself where no such rank is there.
/// Pairing 1 joins neighbours, a power of two joins ranks that far apart.
[[nodiscard]] int partner_of(int rank, int pairing, int ranks);

}  // namespace roofgate
