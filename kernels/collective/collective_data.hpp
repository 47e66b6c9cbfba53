// What every rank contributes to a checked collective and what it must end with, exactly. Pure: no transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/collective/collective_spec.hpp"
#include "kernels/collective/exact_sum.hpp"

namespace roofgate {

/// Reductions use ExactSum. What only moves data uses integers up to 255 that tell ranks apart, whatever their number.
class CollectiveData {
 public:
  /// Other `salt`, other data: a stale result of an earlier check is wrong.
  CollectiveData(const CollectiveSpec& spec, std::uint64_t salt);

  /// Elements [begin, begin + into.size()) of `rank`'s send buffer.
  void input(int rank, std::size_t begin, std::span<float> into);
  /// The same of its receive buffer after the collective.
  void expected(int rank, std::size_t begin, std::span<float> into);

  /// Elements of `rank`'s receive buffer that the collective defines: 0 for a rank without a partner.
  [[nodiscard]] std::size_t defined_elements(int rank) const;

 private:
  /// An element of the receive buffer: the rank it comes from, its place there, and how many follow it in order.
  struct Origin {
    int rank;
    std::size_t element;
    std::size_t run;
  };
  [[nodiscard]] Origin origin_of(int rank, std::size_t element) const;
  void contribution(int rank, std::size_t begin, std::span<float> into);

  CollectiveSpec spec_;
  std::uint64_t salt_;
  std::optional<ExactSum> sum_;  ///< reductions only
  std::vector<float> period_;    ///< of the rank asked for last
  int period_rank_ = -1;
};

}  // namespace roofgate
