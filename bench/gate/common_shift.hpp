// The shift that unrelated cases share in one night: the whole machine's good or bad night, not any case's.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "bench/stats/t_mixture.hpp"

namespace roofgate {

/// What the policy's figure for the whole machine is worth, in nights: the degrees of freedom of what is believed.
inline constexpr int kBeliefNights = 2;

struct KindShift {
  std::string_view kind;  ///< "gemm", "memory", …
  double shift = 0.0;     ///< of one case, log ratio to its own reference
};

/// What every kind shares: if the medians of all kinds (of at least 2 cases each) agree in sign, the one nearest to 0
/// averaged with those that differ from it by chance, else 0. So a loss of all matrix products alone is never taken for
/// the machine's. No value with fewer than two such kinds: then machine and cases cannot be told apart.
[[nodiscard]] std::optional<double> shared_shift(std::span<const KindShift> shifts);

/// How far tonight's shared shift may lie from earlier ones, which were `earlier` (centred, one per night), if the
/// machine is what it was: Student t with the policy's typical spread worth kBeliefNights.
[[nodiscard]] TComponent shared_shift_error(std::span<const double> earlier, double typical, double floor);

/// Shared shifts of every night, and of tonight, relative to their centre over the reference nights.
struct SharedShifts {
  bool is_known = false;
  std::map<std::size_t, double> nights;
  double tonight = 0.0;
  TComponent error;

  [[nodiscard]] double of(std::size_t night) const {
    const auto found = nights.find(night);
    return found == nights.end() ? 0.0 : found->second;
  }
};

}  // namespace roofgate
