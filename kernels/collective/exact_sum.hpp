// Data for checking a sum over ranks exactly: small integers whose every partial sum bf16 and fp32 hold, so that the
// order in which a library adds cannot matter and a single wrong, missing or doubled element shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace roofgate {

class ExactSum {
 public:
  /// Other `salt`, other data: a stale result of an earlier check is wrong.
  ExactSum(int ranks, std::uint64_t salt);

  /// What `rank` contributes to `element`: an integer, never 0 for up to 64 ranks.
  [[nodiscard]] float input(int rank, std::size_t element) const;
  /// The sum over all ranks: an integer of at most 256, the largest that bf16's 8 significant bits count up to.
  [[nodiscard]] float sum(std::size_t element) const { return sums_[element % kPeriod]; }

  /// Data repeats after a prime number of elements, so that a block which moved by any power of two shows.
  static constexpr std::size_t kPeriod = 65521;

 private:
  int stride_;  ///< of that many ranks one contributes to an element, so that at most 64 do
  std::uint64_t most_;
  std::uint64_t salt_;
  std::vector<float> sums_;
};

}  // namespace roofgate
