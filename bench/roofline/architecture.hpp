// What one multiprocessor does in one clock, by architecture: the formula behind a published peak, the roof at the
// clock that was held, and the only roof of a device that nobody has published.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/roofline/peaks.hpp"

namespace roofgate {

struct Architecture {
  std::string_view id;        ///< `sm_90`, `gfx942`
  double fp32_fma;            ///< vector FMA per multiprocessor and clock
  double matrix_fp16_fma;     ///< dense fp16 FMA with fp32 accumulation per multiprocessor and clock
  bool has_bf16;              ///< then at the fp16 rate
  double matrix_fma_geforce;  ///< the same on GeForce parts, which halve it on some architectures
  std::string_view source;
};

/// Absent: this architecture is not in the table.
[[nodiscard]] const Architecture* find_architecture(std::string_view id);

/// `sm_90` from compute capability 90; empty for 0.
[[nodiscard]] std::string architecture_id(int compute_capability);

/// Dense FMA per multiprocessor and clock for a figure that is a rate; absent for others and where the unit does not
/// exist. tf32 runs at half of fp16's rate and fp8 at twice it, where the architecture has them.
[[nodiscard]] std::optional<double> fma_per_clock(const Architecture& architecture, PeakFigure rate, bool geforce);

/// Consumer parts by name: "NVIDIA GeForce RTX 4090".
[[nodiscard]] bool is_geforce(std::string_view device_name);

}  // namespace roofgate
