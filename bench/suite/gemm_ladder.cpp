#include "bench/suite/gemm_ladder.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace roofgate {
namespace {

constexpr std::int64_t kNominalMultiple = 256;
constexpr std::int64_t kTop = 128;

}  // namespace

Result<GemmSpec> ladder_variant(const GemmSpec& nominal, const std::string& variant) {
  GemmSpec spec = nominal;
  for (const auto& [name, extent] : {std::pair{'m', nominal.m}, std::pair{'n', nominal.n}, std::pair{'k', nominal.k}}) {
    if (extent % kNominalMultiple == 0) continue;
    return fail(ErrorKind::input, fmt::format("{} = {} is not a multiple of {}", name, extent, kNominalMultiple), {},
                "the alignment ladder starts from such shapes; use one, or leave \"align\" out");
  }
  if (variant == "oddld") {
    spec.leading_pad = 1;
    return spec;
  }
  if (variant == "offset2") {
    spec.pointer_offset = 1;
    return spec;
  }
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 8> kSteps{{{"align128", 128},
                                                                             {"align64", 64},
                                                                             {"align32", 32},
                                                                             {"align16", 16},
                                                                             {"align8", 8},
                                                                             {"align4", 4},
                                                                             {"align2", 2},
                                                                             {"align1", 1}}};
  for (const auto& [name, elements] : kSteps) {
    if (name != variant) continue;
    if (elements < kTop) spec.k = nominal.k - elements;
    return spec;
  }
  return fail(ErrorKind::input, fmt::format("unknown alignment '{}'", variant), {},
              "use 128, 64, 32, 16, 8, 4, 2, 1, \"oddld\" or \"offset2\"");
}

}  // namespace roofgate
