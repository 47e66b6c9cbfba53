// Which instruction set the host kernels run with: one binary, chosen at run time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace roofgate {

/// Each includes the ones before it.
enum class Isa {
  baseline,     ///< what the compiler assumes of every machine: SSE2 on x86-64
  avx2,         ///< AVX2 and FMA
  avx512,       ///< F, BW, DQ, VL
  avx512_bf16,  ///< and vdpbf16ps
};

[[nodiscard]] std::string_view name_of(Isa isa);

/// What this CPU and its operating system support, weakest first; never empty.
[[nodiscard]] std::vector<Isa> available_isas();

/// The strongest available one, or `forced` where it is available.
[[nodiscard]] Isa choose_isa(std::optional<Isa> forced);

}  // namespace roofgate
