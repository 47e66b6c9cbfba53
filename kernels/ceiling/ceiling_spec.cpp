#include "kernels/ceiling/ceiling_spec.hpp"

#include <fmt/format.h>

#include <array>

namespace roofgate {
namespace {

constexpr std::array<std::string_view, 3> kNames{"fma_fp32", "dot_bf16", "launch"};

}  // namespace

std::string_view name_of(CeilingOp op) { return kNames[static_cast<std::size_t>(op)]; }

Result<CeilingOp> parse_ceiling_op(std::string_view text) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == text) return static_cast<CeilingOp>(i);
  }
  return fail(ErrorKind::input, fmt::format("unknown ceiling '{}'", text), "ceiling",
              "use fma_fp32, dot_bf16 or launch");
}

std::string CeilingSpec::id() const { return fmt::format("ceiling/{}", name_of(op)); }

}  // namespace roofgate
